// @vitest-environment jsdom
import { MEDIA_MAX_BYTES } from '@kirim/contract/limits'
import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { stubObjectUrls } from '#shared/testing/object-urls.ts'
import { renderPage } from '#shared/testing/render-page.tsx'
import { press, stubLayout } from '#shared/testing/user.ts'
import { diskFile, fileOf } from '../testing/files.ts'
import { type MediaChoice, NO_MEDIA } from './media-choice.ts'
import { MediaField } from './media-field.tsx'

beforeEach(() => {
  stubLayout()
  stubObjectUrls()
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

it('shows a picture that was removed from the library but is still sent', () => {
  const [listed, kept] = [fileOf('menu'), fileOf('kopi')]
  renderPage(
    <MediaField
      files={{ library: [listed], attached: [listed, kept] }}
      media={{ kind: 'library', ids: ['menu', 'kopi'] }}
      onMedia={() => undefined}
    />,
  )
  const figures = [...document.querySelectorAll('figure')]
  expect(figures.map((figure) => figure.querySelector('img')?.getAttribute('src'))).toEqual([
    '/uploads/stored-menu.png',
    '/uploads/stored-kopi.png',
  ])
  const NOTE = 'Removed from the library, but still sent'
  expect(figures.map((figure) => figure.textContent?.includes(NOTE))).toEqual([false, true])
  screen.getByRole('button', { name: 'Remove kopi.png' })
})

describe('a file from the disk', () => {
  const onMedia = vi.fn()
  afterEach(() => void onMedia.mockReset())

  function Probe({ start = NO_MEDIA }: { start?: MediaChoice }) {
    const [media, setMedia] = useState(start)
    const change = (next: MediaChoice) => {
      onMedia(next)
      setMedia(next)
    }
    const files = { library: [fileOf('ais'), fileOf('buah')], attached: [] }
    return <MediaField files={files} media={media} onMedia={change} />
  }

  const choose = (file: File) =>
    act(async () =>
      fireEvent.change(screen.getByLabelText('Upload a file'), { target: { files: [file] } }),
    )
  const kinds = () => onMedia.mock.calls.map(([media]) => media.kind)

  it.each([
    ['as large as may be', diskFile('a.png', 'image/png', MEDIA_MAX_BYTES), null],
    [
      'one byte larger',
      diskFile('a.png', 'image/png', MEDIA_MAX_BYTES + 1),
      'File size exceeds the 10MB limit.',
    ],
    ['of no kind', diskFile('a', ''), 'Only image or video files are allowed.'],
    [
      'of another kind',
      diskFile('a.doc', 'application/msword'),
      'Only image or video files are allowed.',
    ],
  ])('%s', async (_what, file, problem) => {
    renderPage(<Probe />)
    await choose(file)
    expect(screen.queryByRole('alert')?.textContent ?? null).toBe(problem)
    expect(kinds()).toEqual(problem ? [] : ['upload'])
  })

  it('that is refused leaves the selection unchanged', async () => {
    renderPage(<Probe start={{ kind: 'library', ids: ['ais', 'buah'] }} />)
    await choose(diskFile('a.txt', 'text/plain'))
    screen.getByRole('button', { name: 'Remove ais.png' })
    await choose(diskFile('raya.mp4', 'video/mp4'))
    expect(screen.queryByRole('alert')).toBeNull()
    expect(screen.queryByRole('button', { name: 'Remove ais.png' })).toBeNull()
    screen.getByText('One uploaded file. Choosing from the library replaces it.')
    await press('Remove raya.mp4')
    screen.getByText('Up to 3 from the library, or one file of up to 10 MB.')
    expect(kinds()).toEqual(['upload', 'none'])
  })

  it('is replaced by library items, which can be removed one by one', async () => {
    renderPage(<Probe />)
    await choose(diskFile('a.txt', 'text/plain'))
    await press('Media Library')
    for (const name of [/^ais/, /^buah/])
      fireEvent.click(await screen.findByRole('button', { name }))
    await press('Confirm (2 selected)')
    expect(screen.queryByRole('alert')).toBeNull()
    screen.getByText('2 of 3 from the library. Uploading a file replaces the selection.')
    await press('Remove ais.png')
    await press('Remove buah.png')
    expect(onMedia.mock.calls.map(([media]) => media)).toEqual([
      { kind: 'library', ids: ['ais', 'buah'] },
      { kind: 'library', ids: ['buah'] },
      NO_MEDIA,
    ])
  })

  it('a library item that no longer exists can still be removed', async () => {
    renderPage(<Probe start={{ kind: 'library', ids: ['gone'] }} />)
    await press('Remove No longer in the library')
    expect(kinds()).toEqual(['none'])
  })
})

// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { i18n } from '#shared/i18n/i18n.ts'
import { renderPage } from '#shared/testing/render-page.tsx'
import { press, stubLayout } from '#shared/testing/user.ts'
import { fileOf } from '../testing/files.ts'
import { MediaLibraryDialog } from './media-library-dialog.tsx'

const library = ['ais', 'buah', 'cendol', 'durian'].map((id) => fileOf(id))
const onConfirm = vi.fn()

beforeEach(stubLayout)
afterEach(async () => {
  cleanup()
  onConfirm.mockReset()
  vi.unstubAllGlobals()
  await i18n.changeLanguage('en')
})

function Probe({
  files = library,
  selected = [],
}: {
  files?: typeof library
  selected?: string[]
}) {
  const [open, setOpen] = useState(true)
  return (
    <>
      <MediaLibraryDialog
        open={open}
        onOpenChange={setOpen}
        library={files}
        selected={selected}
        onConfirm={onConfirm}
      />
      <button type="button" onClick={() => setOpen(true)}>
        Open
      </button>
    </>
  )
}

const tile = (id: string) => screen.getByRole('button', { name: new RegExp(`^${id}\\.png`) })
const pick = (...ids: string[]) => {
  for (const id of ids) fireEvent.click(tile(id))
}
const picked = () =>
  screen
    .getAllByRole('button')
    .filter((button) => button.getAttribute('aria-pressed') === 'true')
    .map(({ textContent }) => textContent)

describe('the library', () => {
  it('numbers the selection in order, without gaps after removals', async () => {
    renderPage(<Probe />)
    pick('cendol', 'ais', 'buah')
    expect(picked()).toEqual(['ais.pngimage/png2', 'buah.pngimage/png3', 'cendol.pngimage/png1'])
    pick('ais')
    expect(picked()).toEqual(['buah.pngimage/png2', 'cendol.pngimage/png1'])
    await press('Confirm (2 selected)')
    expect(onConfirm).toHaveBeenCalledExactlyOnceWith(['cendol', 'buah'])
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('refuses a fourth item, and keeps the three', async () => {
    renderPage(<Probe selected={['ais', 'buah']} />)
    pick('cendol')
    pick('durian')
    await screen.findByText('Max 3 media items.')
    await press('Confirm (3 selected)')
    expect(onConfirm).toHaveBeenCalledExactlyOnceWith(['ais', 'buah', 'cendol'])
  })

  it.each(['Cancel', 'Close'])(
    '%s drops what was picked, and the next opening starts anew',
    async (way) => {
      renderPage(<Probe selected={['ais']} />)
      pick('buah')
      await press(way)
      expect(onConfirm).not.toHaveBeenCalled()
      await press('Open')
      screen.getByRole('button', { name: 'Confirm (1 selected)' })
      expect(picked()).toEqual(['ais.pngimage/png1'])
    },
  )

  it('keeps selected items that a search hides', async () => {
    renderPage(<Probe />)
    pick('ais')
    const search = screen.getByRole('searchbox')
    fireEvent.change(search, { target: { value: 'cen' } })
    expect(screen.queryByRole('button', { name: /^ais/ })).toBeNull()
    pick('cendol')
    fireEvent.change(search, { target: { value: 'nothing like it' } })
    screen.getByText('No file matches this search.')
    await press('Confirm (2 selected)')
    expect(onConfirm).toHaveBeenCalledExactlyOnceWith(['ais', 'cendol'])
  })

  it('shows fifty at a time', async () => {
    renderPage(<Probe files={Array.from({ length: 51 }, (_, n) => fileOf(`f${n}`))} />)
    expect(screen.getAllByRole('listitem')).toHaveLength(50)
    await press('Next page')
    expect(screen.getAllByRole('listitem')).toHaveLength(1)
  })

  it.each(['en', 'ms'])('that is empty links to the upload page: %s', async (language) => {
    await i18n.changeLanguage(language)
    renderPage(<Probe files={[]} />)
    screen.getByText(i18n.t('No media found in your storage.'))
    const link = screen.getByRole('link', { name: i18n.t('Upload now') })
    expect(link.getAttribute('href')).toBe('/media-storage')
    expect(screen.queryByRole('searchbox')).toBeNull()
  })
})

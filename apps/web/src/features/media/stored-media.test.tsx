// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { i18n } from '#shared/i18n/i18n.ts'
import { type FakeApi, fakeApi, ok, refused } from '#shared/testing/fake-api.ts'
import { renderPage } from '#shared/testing/render-page.tsx'
import { mediaOf } from '#shared/testing/samples.ts'
import { choose, fill, press, stubLayout } from '#shared/testing/user.ts'
import { StoredMedia } from './stored-media.tsx'

const LIST = 'GET /media'
const DELETE = 'DELETE /media/m1'
const menu = mediaOf()
const clip = mediaOf({
  _id: 'm2',
  originalName: 'clip.mp4',
  fileType: 'video/mp4',
  filePath: '/uploads/f2.mp4',
  fileSize: 5 * 1024 ** 2,
})
const none = { running: 0, waiting: 0, paused: 0, completed: 0 }

let api: FakeApi
beforeEach(() => {
  stubLayout()
  api = fakeApi({
    [LIST]: ok([menu, clip]),
    'GET /media/m1/usage': ok(none),
    'GET /app-info': ok({ network: 'live', mediaUrl: 'https://media.example/', version: '1' }),
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  return i18n.changeLanguage('en')
})

async function opened() {
  renderPage(<StoredMedia />)
  await screen.findByRole('button', { name: 'View menu.png' })
}

describe('the list', () => {
  it('shows an empty state', async () => {
    api.answers[LIST] = ok([])
    renderPage(<StoredMedia />)
    await screen.findByText('No media found in your storage.')
    expect(screen.queryByRole('searchbox')).toBeNull()
  })

  it.each([
    ['the reason', refused(403, 'Access denied', 'forbidden'), 'Access denied'],
    ['that it failed', refused(400, ''), 'Failed to load media list.'],
  ])('shows %s after a failure, and loads on retry', async (_what, answer, text) => {
    api.answers[LIST] = answer
    renderPage(<StoredMedia />)
    const alert = await screen.findByRole('alert')
    within(alert).getByText(text)
    api.answers[LIST] = ok([menu])
    await press('Try again', alert)
    await screen.findByRole('button', { name: 'View menu.png' })
  })

  it('has no search for one file', async () => {
    api.answers[LIST] = ok([menu])
    await opened()
    expect(screen.queryByRole('searchbox')).toBeNull()
  })

  it('can be searched by name, also without results', async () => {
    await opened()
    await fill('Search by name', 'CLIP')
    expect(screen.queryByRole('button', { name: 'View menu.png' })).toBeNull()
    await fill('Search by name', 'nothing')
    screen.getByText('No file matches this search.')
  })

  it('can be sorted', async () => {
    await opened()
    await choose('Order', 'Largest first')
    const order = screen
      .getAllByRole('button', { name: /^View / })
      .map((button) => button.getAttribute('aria-label'))
    expect(order).toEqual(['View clip.mp4', 'View menu.png'])
  })

  it('has pages of fifty files', async () => {
    const files = Array.from({ length: 51 }, (_, n) =>
      mediaOf({ _id: `m${n}`, originalName: `${n}.png` }),
    )
    api.answers[LIST] = ok(files)
    renderPage(<StoredMedia />)
    await screen.findByText('1 to 50 of 51')
    await press('Next page')
    screen.getByText('51 to 51 of 51')
    expect(
      screen.getAllByRole('listitem').filter((item) => item.querySelector('button')),
    ).toHaveLength(1)
  })
})

describe('a file that is looked at', () => {
  it('opens from the media host with its kind and size, and closes', async () => {
    await opened()
    await press('View menu.png')
    const dialog = await screen.findByRole('dialog', { name: 'menu.png' })
    const picture = within(dialog).getByRole('img', { name: 'menu.png' })
    expect(picture.getAttribute('src')).toBe('https://media.example/uploads/f1.png')
    within(dialog).getByText('image/png, 1 kB')
    await press('Close', dialog)
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('plays when it is a video', async () => {
    await opened()
    await press('View clip.mp4')
    const video = await screen.findByLabelText<HTMLVideoElement>('clip.mp4', { selector: 'video' })
    expect([video.getAttribute('src'), video.controls]).toEqual([
      'https://media.example/uploads/f2.mp4',
      true,
    ])
  })
})

describe('a file that is deleted', () => {
  async function asked() {
    await opened()
    await press('Delete menu.png')
    return screen.findByRole('alertdialog')
  }
  async function agreed(question?: HTMLElement) {
    const button = within(question ?? (await asked())).getByRole<HTMLButtonElement>('button', {
      name: 'Delete',
    })
    await waitFor(() => expect(button.disabled).toBe(false))
    await act(async () => fireEvent.click(button))
  }

  it.each([
    [none, 'No campaign uses it.'],
    [
      { ...none, running: 1, completed: 2 },
      'Campaigns that use it: 1 running, 2 completed. They keep it until they are deleted or saved with another file.',
    ],
  ])('shows the consequences for %j first', async (use, sentence) => {
    api.answers['GET /media/m1/usage'] = ok(use)
    const question = await asked()
    await within(question).findByText(sentence)
    within(question).getByText('menu.png is deleted from your storage.')
  })

  it('leaves the reloaded list', async () => {
    api.answers[DELETE] = ok({ message: 'Deleted.' })
    const question = await asked()
    api.answers[LIST] = ok([clip])
    await agreed(question)
    await screen.findByText('menu.png deleted.')
    await waitFor(() => expect(screen.queryByRole('button', { name: 'View menu.png' })).toBeNull())
    expect(screen.queryByRole('alertdialog')).toBeNull()
  })

  it.each([
    [
      refused(404, 'Media file not found.', 'media_not_found'),
      'Delete failed: Media file not found.',
    ],
    [refused(500, ''), 'Delete failed: Error deleting file.'],
  ])('stays after a failure, with the reason', async (answer, sentence) => {
    api.answers[DELETE] = answer
    await agreed()
    await screen.findByText(sentence)
    screen.getByRole('button', { name: 'View menu.png' })
    expect(screen.queryByRole('alertdialog')).toBeNull()
  })
})

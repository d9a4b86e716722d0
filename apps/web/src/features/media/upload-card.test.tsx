// @vitest-environment jsdom
import { MEDIA_MAX_BYTES } from '@kirim/contract/limits'
import { act, cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { i18n } from '#shared/i18n/i18n.ts'
import { type FakeApi, fakeApi, ok } from '#shared/testing/fake-api.ts'
import { type FakeUpload, fakeUploads } from '#shared/testing/fake-uploads.ts'
import { stubObjectUrls } from '#shared/testing/object-urls.ts'
import { renderPage } from '#shared/testing/render-page.tsx'
import { mediaOf } from '#shared/testing/samples.ts'
import { chooseFiles, isDisabled, press, pressTwice } from '#shared/testing/user.ts'
import { UploadCard } from './upload-card.tsx'

let api: FakeApi
let uploads: FakeUpload[]
beforeEach(() => {
  stubObjectUrls()
  api = fakeApi({ 'GET /media': ok([]) })
  uploads = fakeUploads()
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  return i18n.changeLanguage('en')
})

const FIELD = 'File'
const TOO_LARGE = 'File size exceeds the 10MB limit.'
const WRONG_TYPE = 'Only image or video files are allowed.'

function fileOf(name: string, size = 1, type = 'image/png'): File {
  const file = new File(['x'], name, { type })
  Object.defineProperty(file, 'size', { value: size })
  return file
}
async function chosen(...files: File[]) {
  renderPage(<UploadCard />)
  await chooseFiles(FIELD, ...files)
}
const names = () => screen.queryAllByTitle(/./).map(({ title }) => title)
const problem = () => {
  const noteId = screen.getByLabelText(FIELD).getAttribute('aria-describedby')
  return noteId ? document.getElementById(noteId)?.textContent : null
}
const answers = (place: number, status: number, body: unknown) =>
  act(async () => uploads[place]?.answer(status, body))
const accepts = (place: number, name: string) =>
  answers(place, 201, mediaOf({ originalName: name }))
const isAt = (percent: string) => waitFor(() => expect(shown()).toBe(percent))
const shown = () => screen.queryByRole('progressbar')?.getAttribute('aria-valuenow')

describe('what may be sent', () => {
  it.each([
    ['the largest', [fileOf('a.png', MEDIA_MAX_BYTES)], ['a.png'], null],
    ['one byte more', [fileOf('a.png', MEDIA_MAX_BYTES + 1)], [], TOO_LARGE],
    ['a text', [fileOf('a.txt', 1, 'text/plain')], [], WRONG_TYPE],
    [
      'some of several: each that is not is named',
      [fileOf('a.png'), fileOf('b.txt', 1, 'text/plain'), fileOf('c.png', MEDIA_MAX_BYTES + 1)],
      ['a.png'],
      `b.txt: ${WRONG_TYPE} c.png: ${TOO_LARGE}`,
    ],
  ])('%s', async (_what, files, taken, sentence) => {
    await chosen(...files)
    expect([names(), problem()]).toEqual([taken, sentence])
  })

  it('requires a file until one is chosen', async () => {
    renderPage(<UploadCard />)
    await press('Upload')
    expect(problem()).toBe('Please select a file to upload.')
    await chooseFiles(FIELD, fileOf('a.png'))
    expect(problem()).toBeNull()
  })

  it('does not report a refused file as missing', async () => {
    await chosen(fileOf('a.txt', 1, 'text/plain'))
    await press('Upload')
    expect([problem(), uploads]).toEqual([WRONG_TYPE, []])
  })

  it('lists files of the same name separately', async () => {
    await chosen(fileOf('a.png', 1), fileOf('a.png', 2))
    await act(async () => screen.getAllByRole('button', { name: 'Remove a.png' })[0]?.click())
    expect(screen.getByText('2 bytes')).toBeTruthy()
    expect(names()).toEqual(['a.png'])
  })

  it('translates the reason after a change of language', async () => {
    await chosen(fileOf('a.txt', 1, 'text/plain'))
    await act(() => i18n.changeLanguage('ms'))
    screen.getByText(i18n.t(WRONG_TYPE))
    expect(screen.queryByText(WRONG_TYPE)).toBeNull()
  })
})

describe('on its way', () => {
  it('uploads files one after the other with overall progress', async () => {
    await chosen(fileOf('a.png', 300), fileOf('b.png', 100))
    await pressTwice('Upload')
    expect(uploads).toHaveLength(1)
    await act(async () => uploads[0]?.progress(50, 100))
    await isAt('38')
    await accepts(0, 'a.png')
    expect([names(), uploads.length]).toEqual([['b.png'], 2])
    await act(async () => uploads[1]?.progress(0, 100))
    await isAt('75')
    const busy = ['Uploading...', 'Remove b.png'].map((name) =>
      screen.getByRole<HTMLButtonElement>('button', { name }),
    )
    expect(busy.every(isDisabled)).toBe(true)
    expect(screen.getByLabelText<HTMLInputElement>(FIELD).disabled).toBe(true)
    await accepts(1, 'b.png')
    await screen.findByText('2 files uploaded.')
    expect([names(), shown()]).toEqual([[], undefined])
  })

  it('shows zero progress for an empty file', async () => {
    await chosen(fileOf('a.png', 0))
    await press('Upload')
    await act(async () => uploads[0]?.progress(100, 100))
    await isAt('0')
  })

  it('names an uploaded file as the server does', async () => {
    await chosen(fileOf('a.png'))
    await press('Upload')
    await accepts(0, 'a (1).png')
    await screen.findByText('a (1).png uploaded.')
  })
})

describe('refused', () => {
  it.each([
    ['media_too_large', 413, TOO_LARGE],
    ['media_wrong_type', 415, WRONG_TYPE],
    ['media_unreadable', 422, 'This file is damaged and could not be read. Upload another copy.'],
    [
      'media_too_many_pixels',
      422,
      'This image has too many pixels. Use one of at most 100 megapixels.',
    ],
    ['quota_media_bytes', 403, 'This would take you past the 2 GB of media of your account.'],
    ['too_many_uploads', 429, 'Too many uploads at once. Wait until one of them has finished.'],
  ])('shows the reason of %s, and keeps the file for a retry', async (code, status, message) => {
    await chosen(fileOf('a.png'))
    await press('Upload')
    await answers(0, status, { message, code })
    await screen.findByText(`Upload failed: ${message}`)
    expect(names()).toEqual(['a.png'])
    await press('Upload')
    expect(uploads).toHaveLength(2)
  })

  it('names the failed file of several, and keeps it for a retry', async () => {
    await chosen(fileOf('a.png', 100), fileOf('b.png', 100), fileOf('c.png', 200))
    await press('Upload')
    await accepts(0, 'a.png')
    await answers(1, 413, { message: TOO_LARGE, code: 'media_too_large' })
    await act(async () => uploads[2]?.progress(0, 100))
    await isAt('50')
    await accepts(2, 'c.png')
    await screen.findByText(`Upload failed: b.png: ${TOO_LARGE}`)
    expect(names()).toEqual(['b.png'])
    screen.getByText(TOO_LARGE)
    await press('Upload')
    expect(screen.queryByText(TOO_LARGE)).toBeNull()
    await accepts(3, 'b.png')
    await screen.findByText('b.png uploaded.')
  })

  it('names each of several failed files', async () => {
    await chosen(fileOf('a.png'), fileOf('b.png'))
    await press('Upload')
    await act(async () => uploads[0]?.fail())
    await answers(1, 413, { message: TOO_LARGE, code: 'media_too_large' })
    await screen.findByText('Upload failed: a.png: Error during file upload.')
    await press('Close')
    await screen.findByText(`Upload failed: b.png: ${TOO_LARGE}`)
    expect(names()).toEqual(['a.png', 'b.png'])
  })

  it('stops uploading after a sign-out', async () => {
    const message = 'Not authorized, token failed'
    await chosen(fileOf('a.png'), fileOf('b.png'))
    await press('Upload')
    await answers(0, 401, { message, code: 'unauthorized' })
    await screen.findByText(`Upload failed: ${message}`)
    expect([names(), uploads.length]).toEqual([['a.png', 'b.png'], 1])
  })

  it('reports a lost connection and reloads the list, as the file may have arrived', async () => {
    await chosen(fileOf('a.png'))
    await press('Upload')
    await act(async () => uploads[0]?.fail())
    await screen.findByText('Upload failed: Error during file upload.')
    expect(names()).toEqual(['a.png'])
    await waitFor(() => expect(screen.getByRole('button', { name: 'Upload' })).toBeTruthy())
    expect(api.calls.every((call) => call === 'GET /media')).toBe(true)
  })
})

// @vitest-environment jsdom
import { profile } from '@kirim/contract/accounts'
import { liveness } from '@kirim/contract/system'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { request } from './request.ts'
import { reloadForVersion, reloadIfAnotherServes } from './server-version.ts'

const fetchMock = vi.fn<typeof fetch>()
const reload = vi.fn()

beforeEach(() => {
  vi.stubGlobal('fetch', fetchMock)
  vi.stubGlobal('reloadOnce', reload)
  const info = JSON.stringify({ network: 'live', mediaUrl: '', version: '2+b' })
  document.head.innerHTML = `<meta name="app-info" content='${info}'>`
})
afterEach(() => {
  vi.unstubAllGlobals()
  fetchMock.mockReset()
  reload.mockReset()
})

const answered = (version: string | null, body: object) =>
  fetchMock.mockImplementationOnce(
    async () =>
      new Response(JSON.stringify(body), {
        headers: version === null ? {} : { 'x-kirim-version': version },
      }),
  )

it.each([
  ['another version', '1+a', 1],
  ['its own version', '2+b', 0],
  ['a version before there were several', null, 0],
])('after an answer that it cannot read, by a server of %s', async (_, version, reloads) => {
  answered(version, { name: 'of another shape' })
  await expect(request(profile)).rejects.toMatchObject({ code: 'unexpected_answer' })
  expect(reload).toHaveBeenCalledTimes(reloads)
})

it('does not reload for readable responses of another version', async () => {
  answered('1+a', { status: 'ok', whatOnlyThatOneTells: 1 })
  expect(await request(liveness)).toEqual({ status: 'ok' })
  expect(reload).not.toHaveBeenCalled()
})

it('never reloads over unsaved input', () => {
  const ask = (event: BeforeUnloadEvent) => event.preventDefault()
  window.addEventListener('beforeunload', ask)
  reloadForVersion()
  window.removeEventListener('beforeunload', ask)
  expect(reload).not.toHaveBeenCalled()
})

it.each([
  ['of another version is there', '1+a', 1],
  ['of its own version is there', '2+b', 0],
])('a page without its files, when a server %s', async (_, version, reloads) => {
  answered(version, { status: 'ok' })
  await reloadIfAnotherServes()
  expect(reload).toHaveBeenCalledTimes(reloads)
})

it('does not reload while the server is unreachable', async () => {
  fetchMock.mockRejectedValueOnce(new TypeError('Failed to fetch'))
  await reloadIfAnotherServes()
  expect(reload).not.toHaveBeenCalled()
})

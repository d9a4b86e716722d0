// @vitest-environment jsdom
import { login, logout, profile } from '@kirim/contract/accounts'
import { listContacts } from '@kirim/contract/contacts'
import { deleteMedia, uploadMedia } from '@kirim/contract/media'
import { createCampaign } from '@kirim/contract/save-campaign'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ApiError, messageOf } from './api-error.ts'
import { onForbidden, onSessionRefused, setBearer } from './bearer.ts'
import { request, requestPage } from './request.ts'

const fetchMock = vi.fn<typeof fetch>()

function answer(status: number, body: unknown, headers: Record<string, string> = {}): void {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  fetchMock.mockImplementationOnce(async () => new Response(text, { status, headers }))
}

/** The address and options of the single call made. */
function sent(): { url: string; init: RequestInit } {
  const [url, init] = fetchMock.mock.lastCall ?? []
  return { url: String(url), init: init ?? {} }
}

async function failureOf(call: Promise<unknown>): Promise<ApiError> {
  const error = await call.then(
    () => null,
    (reason: unknown) => reason,
  )
  if (!(error instanceof ApiError)) throw new Error('The call did not fail with an ApiError.')
  return error
}

beforeEach(() => {
  fetchMock.mockReset()
  vi.stubGlobal('fetch', fetchMock)
  setBearer(null)
})
afterEach(() => {
  vi.unstubAllGlobals()
})

const credentials = { email: 'a@b.example', password: 'secret123' }

describe('a refusal', () => {
  it.each([
    [
      'an error body',
      401,
      { message: 'Wrong e-mail or password.', code: 'wrong_credentials' },
      'wrong_credentials',
      'Wrong e-mail or password.',
    ],
    ['a page of a proxy', 502, '<h1>Bad gateway</h1>', 'unexpected_answer', 'Fallback.'],
    ['JSON of another shape', 400, { error: 'no' }, 'unexpected_answer', 'Fallback.'],
    ['an empty body', 500, '', 'unexpected_answer', 'Fallback.'],
  ])('with %s becomes an ApiError', async (_name, status, body, code, shown) => {
    answer(status, body)
    const error = await failureOf(request(login, { body: credentials }))
    expect(error).toMatchObject({ status, code })
    expect(messageOf(error, 'Fallback.')).toBe(shown)
  })

  it('without any answer is a network error that shows the fallback', async () => {
    fetchMock.mockRejectedValueOnce(new TypeError('Failed to fetch'))
    const error = await failureOf(request(login, { body: credentials }))
    expect(error).toMatchObject({ status: 0, code: 'network' })
    expect(messageOf(error, 'Fallback.')).toBe('Fallback.')
  })

  it('is thrown for a response of the wrong shape', async () => {
    setBearer('t')
    answer(200, { name: 'nobody' })
    expect(await failureOf(request(profile))).toMatchObject({ code: 'unexpected_answer' })
  })

  it('of another kind shows the fallback', () => {
    expect(messageOf(new Error('inner detail'), 'Fallback.')).toBe('Fallback.')
  })
})

describe('a 401', () => {
  const refused = vi.fn()
  const body = { message: 'Please sign in.', code: 'unauthenticated' }
  beforeEach(() => {
    refused.mockReset()
    return onSessionRefused(refused)
  })

  it('on a signed-in call ends the session', async () => {
    setBearer('t')
    answer(401, body)
    await failureOf(request(profile))
    expect(refused).toHaveBeenCalledOnce()
  })

  it('on a public call does not', async () => {
    setBearer('t')
    answer(401, body)
    await failureOf(request(login, { body: credentials }))
    expect(refused).not.toHaveBeenCalled()
  })

  it('on a call made with an older token does not', async () => {
    setBearer('old')
    answer(401, body)
    const late = failureOf(request(profile))
    setBearer('new')
    await late
    expect(refused).not.toHaveBeenCalled()
  })
})

describe('what is sent', () => {
  it('carries the token only on signed-in calls', async () => {
    setBearer('t')
    fetchMock.mockImplementationOnce(async () => new Response(null, { status: 204 }))
    await expect(request(logout)).resolves.toBeUndefined()
    expect(new Headers(sent().init.headers).get('authorization')).toBe('Bearer t')
    answer(401, '')
    await failureOf(request(login, { body: credentials }))
    expect(new Headers(sent().init.headers).has('authorization')).toBe(false)
  })

  it('fills in path parameters, escaped', async () => {
    answer(200, { message: 'Deleted.' })
    await request(deleteMedia, { params: { id: 'a/b' } })
    expect(sent()).toMatchObject({ url: '/api/media/a%2Fb', init: { method: 'DELETE' } })
  })

  it('sends a file as multipart, without a JSON content type', async () => {
    answer(400, '')
    const file = new File(['x'], 'menu.png', { type: 'image/png' })
    await failureOf(request(uploadMedia, { file }))
    const { body, headers } = sent().init
    expect(body).toBeInstanceOf(FormData)
    expect(body instanceof FormData && body.get('mediaFile')).toBeInstanceOf(File)
    expect(new Headers(headers).has('content-type')).toBe(false)
  })

  it('sends lists in a form as repeated fields, an empty one as an empty JSON list', async () => {
    answer(400, '')
    const body = { campaignName: 'a', contactGroupId: 'g', scheduledAt: null }
    const lists = { mediaAttachments: ['m1', 'm2'], campaignScheduleDetails: [] }
    const call = request(createCampaign, { params: { deviceId: 'd' }, body: { ...body, ...lists } })
    await failureOf(call)
    const form = sent().init.body
    expect(form instanceof FormData && [...form]).toEqual([
      ['campaignName', 'a'],
      ['contactGroupId', 'g'],
      ['scheduledAt', ''],
      ['mediaAttachments[]', 'm1'],
      ['mediaAttachments[]', 'm2'],
      ['campaignScheduleDetails', '[]'],
    ])
  })
})

it('a page has the next cursor and the total', async () => {
  answer(200, [], { 'x-next-cursor': 'c2', 'x-total-count': '2000' })
  const page = await requestPage(listContacts, { query: { limit: 50, q: '' } })
  expect(page).toMatchObject({ items: [], next: 'c2', total: 2000 })
  expect(sent().url).toBe('/api/contacts?limit=50')
})

it.each([
  [403, 1],
  [404, 0],
])(
  'a signed-in call answered %i is a call that was forbidden, so often: %i',
  async (status, times) => {
    const listener = vi.fn()
    const stop = onForbidden(listener)
    setBearer('t')
    answer(status, { message: 'No.', code: 'no' })
    await failureOf(request(profile))
    stop()
    expect(listener).toHaveBeenCalledTimes(times)
  },
)

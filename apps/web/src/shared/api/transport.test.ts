// @vitest-environment jsdom
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { type FakeUpload, fakeUploads } from '#shared/testing/fake-uploads.ts'
import { ApiError, LateError } from './api-error.ts'
import { onSessionRefused, setBearer } from './bearer.ts'
import { requestBlob } from './request-blob.ts'
import { send } from './transport.ts'

afterEach(() => {
  setBearer(null)
  vi.unstubAllGlobals()
})

const call = { method: 'POST', url: '/api/media', headers: { accept: 'x' } }
const nothing = () => undefined

/** As the browser's own: it ends when its signal says so. */
function hangingFetch() {
  vi.stubGlobal('fetch', (_url: string, { signal }: RequestInit) => {
    const { promise, reject } = Promise.withResolvers<Response>()
    if (signal?.aborted) reject(signal.reason)
    signal?.addEventListener('abort', () => reject(signal.reason))
    return promise
  })
}

describe('a call without a file', () => {
  it('without an answer is a network error', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
    const failure = await send({ ...call, method: 'GET' }).catch((error: unknown) => error)
    expect(failure).toMatchObject({ code: 'network', status: 0 })
    expect(failure).not.toBeInstanceOf(LateError)
  })

  it('with an interrupted response is a network error', async () => {
    const broken = new ReadableStream({ start: (stream) => stream.error(new Error('cut')) })
    vi.stubGlobal('fetch', async () => new Response(broken))
    await expect(send(call)).rejects.toMatchObject({ code: 'network', status: 0 })
  })

  it('times out after 30 seconds if it only reads; a change waits', async () => {
    vi.useFakeTimers()
    onTestFinished(() => void vi.useRealTimers())
    hangingFetch()
    const leaving = new AbortController()
    const changed = vi.fn()
    const sent = send({ ...call, signal: leaving.signal }).catch(changed)
    const read = expect(send({ ...call, method: 'GET' })).rejects.toBeInstanceOf(LateError)
    await vi.advanceTimersByTimeAsync(30_000)
    await read
    await vi.advanceTimersByTimeAsync(300_000)
    expect(changed).not.toHaveBeenCalled()
    leaving.abort()
    await sent
  })

  it('that was aborted is no network error', async () => {
    hangingFetch()
    const leaving = new AbortController()
    const sent = send({ ...call, signal: leaving.signal })
    leaving.abort()
    await expect(sent).rejects.toMatchObject({ name: 'AbortError' })
  })
})

describe('an upload', () => {
  function start(signal?: AbortSignal) {
    const uploads = fakeUploads()
    const onUploadProgress = vi.fn()
    const body = new FormData()
    const answer = send({ ...call, body, signal, onUploadProgress })
    const [upload] = uploads
    if (!upload) throw new Error('Nothing left.')
    return { upload, answer, body, progress: () => onUploadProgress.mock.calls.flat() }
  }

  it('reports its progress when it is known', async () => {
    const { upload, answer, body, progress } = start()
    expect(upload).toMatchObject({
      method: 'POST',
      url: '/api/media',
      headers: { accept: 'x' },
      body,
    })
    upload.progress(1, 4)
    upload.progress(2, null)
    upload.progress(4, 4)
    expect(progress()).toEqual([0.25, 1])
    upload.answer(201, { _id: 'm1' })
    await expect(answer).resolves.toMatchObject({ status: 201, text: '{"_id":"m1"}' })
  })

  it.each<[string, (upload: FakeUpload) => void, object]>([
    ['a broken line', (upload) => upload.fail(), { code: 'network', status: 0 }],
    ['a stop', (upload) => upload.abort(), { name: 'AbortError' }],
  ])('ends with %s as that', async (_what, end, error) => {
    const { upload, answer } = start()
    end(upload)
    await expect(answer).rejects.toMatchObject(error)
  })

  it('is aborted by its signal only while it runs', async () => {
    const stop = new AbortController()
    const first = start(stop.signal)
    first.upload.answer(200, {})
    await first.answer
    stop.abort()
    expect(first.upload.stopped).toBe(false)

    const again = new AbortController()
    const second = start(again.signal)
    again.abort()
    await expect(second.answer).rejects.toMatchObject({ name: 'AbortError' })
    expect(second.upload.stopped).toBe(true)
  })

  it('uses fetch when nobody needs the progress', async () => {
    const uploads = fakeUploads()
    vi.stubGlobal('fetch', async () => new Response('{}'))
    await send({ ...call, body: new FormData() })
    expect(uploads).toEqual([])
  })
})

describe('requesting a file', () => {
  const spec = { method: 'GET', path: '/file', access: 'user', summary: '', status: 200 } as const
  const ask = (signal = new AbortController().signal) => requestBlob(spec, {}, signal)

  it('sends the token and returns the blob', async () => {
    const fetchFile = vi.fn(async (_url: string, _options: RequestInit) => new Response('a,b'))
    vi.stubGlobal('fetch', fetchFile)
    setBearer('t1')
    await expect((await ask()).text()).resolves.toBe('a,b')
    expect(fetchFile.mock.calls[0]?.[1].headers).toEqual({ authorization: 'Bearer t1' })
    setBearer(null)
    await ask()
    expect(fetchFile.mock.calls[1]?.[1].headers).toEqual({})
  })

  it.each([
    [401, 1],
    [404, 0],
  ])('and refused with %i says so; the session has ended so often: %i', async (status, times) => {
    const ended = vi.fn()
    const stop = onSessionRefused(ended)
    setBearer('t1')
    const body = JSON.stringify({ message: 'No.', code: 'no' })
    vi.stubGlobal('fetch', async () => new Response(body, { status }))
    await expect(ask()).rejects.toMatchObject({ status, code: 'no', serverMessage: 'No.' })
    stop()
    expect(ended).toHaveBeenCalledTimes(times)
  })

  it('without an answer is a network error, unless it was aborted', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
    await expect(ask()).rejects.toBeInstanceOf(ApiError)
    hangingFetch()
    const leaving = new AbortController()
    const fetchFile = ask(leaving.signal)
    fetchFile.catch(nothing)
    leaving.abort()
    await expect(fetchFile).rejects.toMatchObject({ name: 'AbortError' })
  })
})

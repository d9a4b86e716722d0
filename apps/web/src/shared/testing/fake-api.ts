import { vi } from 'vitest'

interface FakeAnswer {
  status: number
  body: unknown
  headers?: Record<string, string>
  /** The answer is as of its request, and comes once this is settled. */
  after?: Promise<void>
}

export interface FakeApi {
  /**
   * Answers from now on; keys as 'GET /media', which answer whatever is asked behind a question
   * mark, unless that is listed itself. What is not listed answers 404.
   */
  answers: Record<string, FakeAnswer>
  /** The calls made, as 'GET /media'. */
  calls: string[]
}

export function ok(body: unknown, headers: Record<string, string> = {}): FakeAnswer {
  return { status: 200, body, headers }
}

export function refused(status: number, message: string, code = 'refused'): FakeAnswer {
  return { status, body: { message, code } }
}

/** A refusal that is about one field. */
export function refusedAt(
  field: string,
  status: number,
  message: string,
  code: string,
): FakeAnswer {
  const issues = [{ path: [field], code, params: {} }]
  return { status, body: { message, code, params: {}, issues } }
}

/** Takes the place of fetch until the globals are put back (`vi.unstubAllGlobals`). */
export function fakeApi(answers: FakeApi['answers']): FakeApi {
  const api: FakeApi = { answers, calls: [] }
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
    const key = `${init?.method ?? 'GET'} ${url.replace(/^\/api/, '')}`
    api.calls.push(key)
    const [path = ''] = key.split('?')
    const answer = api.answers[key] ?? api.answers[path] ?? refused(404, 'Not found.')
    await answer.after
    return new Response(JSON.stringify(answer.body), {
      status: answer.status,
      headers: answer.headers ?? {},
    })
  })
  return api
}

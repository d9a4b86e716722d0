import { vi } from 'vitest'

interface FakeAnswer {
  /** 0: the network fails, and no answer comes. */
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
  /** What each call carried, in the order of `calls`; null for one without a body. */
  bodies: unknown[]
}

export function ok(body: unknown, headers: Record<string, string> = {}): FakeAnswer {
  return { status: 200, body, headers }
}

export function refused(status: number, message: string, code = 'refused'): FakeAnswer {
  return { status, body: { message, code } }
}

/** No answer: the server is away, or the network. */
export function unanswered(): FakeAnswer {
  return { status: 0, body: null }
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
  const api: FakeApi = { answers, calls: [], bodies: [] }
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
    const key = `${init?.method ?? 'GET'} ${url.replace(/^\/api/, '')}`
    api.calls.push(key)
    api.bodies.push(bodyOf(init?.body))
    const [path = ''] = key.split('?')
    const answer = api.answers[key] ?? api.answers[path] ?? refused(404, 'Not found.')
    await answer.after
    if (answer.status === 0) throw new TypeError('Failed to fetch')
    return new Response(JSON.stringify(answer.body), {
      status: answer.status,
      headers: answer.headers ?? {},
    })
  })
  return api
}

/** The calls made of one kind, as 'PUT /campaigns/d1/c1/status'. */
export function callsOf({ calls }: FakeApi, key: string): string[] {
  return calls.filter((call) => call === key)
}

/** What the last call of one kind carried. */
export function lastBodyOf({ calls, bodies }: FakeApi, key: string): unknown {
  return bodies[calls.lastIndexOf(key)]
}

/** JSON as it was before, a form as its fields. */
function bodyOf(body: BodyInit | null | undefined): unknown {
  if (body instanceof FormData) return Object.fromEntries(body)
  return typeof body === 'string' ? JSON.parse(body) : null
}

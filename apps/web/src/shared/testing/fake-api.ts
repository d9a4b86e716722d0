import { vi } from 'vitest'

interface FakeAnswer {
  /** 0 when the network fails and no answer arrives. */
  status: number
  body: unknown
  headers?: Record<string, string>
  /** Delays the response until this is settled; its content is that of the request time. */
  after?: Promise<void>
}

export interface FakeApi {
  /**
   * Responses by call, such as 'GET /media', which matches any query unless the exact one is
   * listed. Other calls get 404.
   */
  answers: Record<string, FakeAnswer>
  /** The calls made, as 'GET /media'. */
  calls: string[]
  /** The body of each call, in the order of `calls`; null without one. */
  bodies: unknown[]
  /** The headers of each call. */
  headers: Headers[]
}

export function ok(body: unknown, headers: Record<string, string> = {}): FakeAnswer {
  return { status: 200, body, headers }
}

export function refused(status: number, message: string, code = 'refused'): FakeAnswer {
  return { status, body: { message, code } }
}

/** No answer, because the server or the network is down. */
export function unanswered(): FakeAnswer {
  return { status: 0, body: null }
}

/** A refusal with an issue for one field. */
export function refusedAt(
  field: string,
  status: number,
  message: string,
  code: string,
): FakeAnswer {
  const issues = [{ path: [field], code, params: {} }]
  return { status, body: { message, code, params: {}, issues } }
}

/** Replaces fetch until `vi.unstubAllGlobals`. */
export function fakeApi(answers: FakeApi['answers']): FakeApi {
  const api: FakeApi = { answers, calls: [], bodies: [], headers: [] }
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
    const key = `${init?.method ?? 'GET'} ${url.replace(/^\/api/, '')}`
    api.calls.push(key)
    api.bodies.push(bodyOf(init?.body))
    api.headers.push(new Headers(init?.headers))
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

/** The calls of one kind, such as 'PUT /campaigns/d1/c1/status'. */
export function callsOf({ calls }: FakeApi, key: string): string[] {
  return calls.filter((call) => call === key)
}

/** The body of the last call of one kind. */
export function lastBodyOf({ calls, bodies }: FakeApi, key: string): unknown {
  return bodies[calls.lastIndexOf(key)]
}

/** The values of a header in the calls of one kind. */
export function headersOf({ calls, headers }: FakeApi, key: string, name: string) {
  return headers.filter((_, index) => calls[index] === key).map((sent) => sent.get(name))
}

/** Parses a JSON body; returns a form as its fields. */
function bodyOf(body: BodyInit | null | undefined): unknown {
  if (body instanceof FormData) return Object.fromEntries(body)
  return typeof body === 'string' ? JSON.parse(body) : null
}

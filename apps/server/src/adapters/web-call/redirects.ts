import { WebCallError, type WebRequest } from '../../platform/web-call.ts'

/** One request of a call, and its address. */
export interface Step {
  readonly url: URL
  readonly method: WebRequest['method']
  readonly headers: Headers
  readonly body: string | null
}

/** The headers that identify us in every request. */
export function plainHeaders(): Headers {
  return new Headers({ accept: 'application/json', 'user-agent': 'Kirim' })
}

const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308])

/**
 * The request that a redirect asks for; null when the response is none. Another origin gets neither
 * headers, which may be keys under any name, nor the body. Throws WebCallError.
 */
export function followRedirect(step: Step, response: Response): Step | null {
  const location = response.headers.get('location')
  if (!REDIRECTS.has(response.status) || location === null) return null
  if (!URL.canParse(location, step.url.href)) throw new WebCallError('invalid')
  const url = new URL(location, step.url)
  if (!/^https?:$/.test(url.protocol)) throw new WebCallError('redirect_not_web')
  // Credentials in the new address were chosen by the redirecting server, not by the owner.
  url.username = ''
  url.password = ''
  const next = becomesGet(step, response.status)
    ? { ...step, url, method: 'GET' as const, body: null, headers: withoutType(step.headers) }
    : { ...step, url }
  if (url.origin === step.url.origin) return next
  if (next.method !== 'GET') throw new WebCallError('redirect_refused')
  return { ...next, headers: plainHeaders() }
}

/** The same rule as in browsers. */
function becomesGet({ method }: Step, status: number): boolean {
  return status === 303 || ((status === 301 || status === 302) && method === 'POST')
}

function withoutType(headers: Headers): Headers {
  const copy = new Headers(headers)
  copy.delete('content-type')
  return copy
}

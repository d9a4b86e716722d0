import { parseExactly } from '../../platform/exact-json.ts'
import { isTooDeepOrLong } from '../../platform/json-bounds.ts'
import { readText } from '../../platform/read-text.ts'
import {
  type WebAnswer,
  WebCallError,
  type WebCaller,
  type WebRequest,
} from '../../platform/web-call.ts'
import { faultOf } from './faults.ts'
import { followRedirect, plainHeaders, type Step } from './redirects.ts'

const TIMEOUT_MS = 5000
/** The limit of a response after decompression. */
const ANSWER_MAX_BYTES = 256 * 1024
/** Preserving how numbers are written costs a microsecond per value. */
const BOUNDS = { maxDepth: 1000, maxValues: 20_000 }
const REDIRECTS_MAX = 3

/** Headers of the connection itself, which would break if a user set them. */
const CONNECTION_HEADERS =
  /^(host|content-length|transfer-encoding|connection|keep-alive|proxy-.*|te|trailer|upgrade|expect|accept-encoding)$/i

/** Calls other people's systems with `fetch`, which restricts the reachable addresses. */
export function createWebCaller(
  fetch: typeof globalThis.fetch,
  limits: { timeoutMs: number } = { timeoutMs: TIMEOUT_MS },
): WebCaller {
  return {
    async call(request) {
      const within = AbortSignal.timeout(limits.timeoutMs)
      try {
        return await follow(fetch, firstStep(request), within)
      } catch (error) {
        throw new WebCallError(faultOf(error, within))
      }
    },
  }
}

async function follow(
  fetch: typeof globalThis.fetch,
  first: Step,
  signal: AbortSignal,
): Promise<WebAnswer> {
  let step = first
  for (let redirects = 0; ; redirects++) {
    const { url, method, headers, body } = step
    const response = await fetch(url, { method, headers, body, redirect: 'manual', signal })
    const next = followRedirect(step, response)
    if (!next) {
      const text = await readText(response, ANSWER_MAX_BYTES, () => new WebCallError('too_large'))
      return { status: response.status, json: parseJson(text) }
    }
    await response.body?.cancel()
    if (redirects === REDIRECTS_MAX) throw new WebCallError('too_many_redirects')
    step = next
  }
}

function firstStep(request: WebRequest): Step {
  if (!URL.canParse(request.url)) throw new WebCallError('invalid')
  const url = new URL(request.url)
  if (!/^https?:$/.test(url.protocol)) throw new WebCallError('invalid')
  const headers = plainHeaders()
  if (request.body !== null) headers.set('content-type', 'application/json')
  if (url.username || url.password) {
    const pair = `${decoded(url.username)}:${decoded(url.password)}`
    headers.set('authorization', `Basic ${Buffer.from(pair).toString('base64')}`)
    url.username = ''
    url.password = ''
  }
  for (const { name, value } of request.headers) {
    if (!CONNECTION_HEADERS.test(name))
      headers.set(name, Buffer.from(value, 'utf8').toString('latin1'))
  }
  return { url, method: request.method, headers, body: request.body }
}

/** An invalid `%` sequence is the address's fault. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    throw new WebCallError('invalid')
  }
}

function parseJson(text: string): unknown {
  if (isTooDeepOrLong(Buffer.from(text), BOUNDS)) throw new WebCallError('too_large')
  try {
    return parseExactly(text)
  } catch {
    return undefined
  }
}

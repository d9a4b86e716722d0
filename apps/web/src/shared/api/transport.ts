import { ApiError, LateError } from './api-error.ts'

/** The timeout of calls that only read; a connection may fail silently. */
const READ_WITHIN_MS = 30_000

export interface HttpRequest {
  method: string
  url: string
  headers: Record<string, string>
  body?: string | FormData | undefined
  signal?: AbortSignal | undefined
  /** Reports the uploaded fraction, from 0 to 1. */
  onUploadProgress?: ((fraction: number) => void) | undefined
}

export interface HttpAnswer {
  status: number
  text: string
  header: (name: string) => string | null
}

/**
 * Sends a request. Throws an ApiError 'network' when no answer arrives, a LateError after the
 * timeout, an AbortError when the signal aborts.
 */
export function send(request: HttpRequest): Promise<HttpAnswer> {
  return request.onUploadProgress ? sendByXhr(request) : sendByFetch(request)
}

async function sendByFetch({
  method,
  url,
  headers,
  body,
  signal,
}: HttpRequest): Promise<HttpAnswer> {
  const late = new AbortController()
  // Changes have no timeout, because they may have taken effect.
  const timer = method === 'GET' && setTimeout(() => late.abort(), READ_WITHIN_MS)
  const ended = AbortSignal.any([late.signal, ...(signal ? [signal] : [])])
  try {
    const answer = await fetch(url, {
      method,
      headers,
      ...(body !== undefined && { body }),
      signal: ended,
    })
    // The body may take longer.
    if (timer) clearTimeout(timer)
    return {
      status: answer.status,
      text: await answer.text(),
      header: (name) => answer.headers.get(name),
    }
  } catch (error) {
    if (signal?.aborted) throw error
    throw late.signal.aborted ? new LateError() : new ApiError('network', 0)
  } finally {
    if (timer) clearTimeout(timer)
  }
}

/** Uses XMLHttpRequest, because fetch does not report upload progress. */
function sendByXhr(request: HttpRequest): Promise<HttpAnswer> {
  const { method, url, headers, body, signal, onUploadProgress } = request
  return new Promise((resolve, reject) => {
    const xhr = new XMLHttpRequest()
    const abort = () => xhr.abort()
    xhr.open(method, url)
    for (const [name, value] of Object.entries(headers)) xhr.setRequestHeader(name, value)
    xhr.upload.onprogress = (event) => {
      if (event.lengthComputable) onUploadProgress?.(event.loaded / event.total)
    }
    xhr.onload = () =>
      resolve({
        status: xhr.status,
        text: xhr.responseText,
        header: (name) => xhr.getResponseHeader(name),
      })
    xhr.onerror = () => reject(new ApiError('network', 0))
    xhr.onabort = () => reject(new DOMException('The upload was stopped.', 'AbortError'))
    xhr.onloadend = () => signal?.removeEventListener('abort', abort)
    signal?.addEventListener('abort', abort)
    xhr.send(body ?? null)
  })
}

import type { CallSpec } from '@kirim/contract/call'
import { ApiError, refusalOf } from './api-error.ts'
import { currentBearer, sessionRefused } from './bearer.ts'
import { bodyOf, type CallInput, urlOf } from './encode.ts'
import type { InputOf } from './request.ts'

/**
 * Makes a call whose response is a file.
 * @throws ApiError for refusals and when no answer arrives.
 */
export async function requestBlob<C extends CallSpec>(
  spec: C,
  input: InputOf<C> & CallInput,
  signal: AbortSignal,
): Promise<Blob> {
  const token = currentBearer()
  const body = bodyOf(spec, input)
  const answer = await fetch(urlOf(spec, input), {
    method: spec.method,
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(typeof body === 'string' && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body }),
    signal,
  }).catch((error: unknown) => {
    throw signal.aborted ? error : new ApiError('network', 0)
  })
  if (answer.ok) return answer.blob()
  if (answer.status === 401 && token) sessionRefused(token)
  throw refusalOf(answer.status, await answer.text())
}

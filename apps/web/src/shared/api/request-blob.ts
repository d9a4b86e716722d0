import type { CallSpec } from '@kirim/contract/call'
import { ApiError, refusalOf } from './api-error.ts'
import { originHeaders, originOf, reportRefusal } from './call-origin.ts'
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
  const origin = originOf(spec)
  const body = bodyOf(spec, input)
  const answer = await fetch(urlOf(spec, input), {
    method: spec.method,
    headers: {
      ...originHeaders(origin),
      ...(typeof body === 'string' && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body }),
    signal,
  }).catch((error: unknown) => {
    throw signal.aborted ? error : new ApiError('network', 0)
  })
  if (answer.ok) return answer.blob()
  const refusal = refusalOf(answer.status, await answer.text())
  reportRefusal(origin, refusal)
  throw refusal
}

import type { ApiRestConfig } from '@kirim/contract/chatbot-tools'
import { CAPTION_MAX_LENGTH } from '@kirim/contract/limits'
import type { TemplateContext } from '@kirim/message-template/context'
import type { RandomSource } from '@kirim/message-template/render'
import { parsePath, textAt } from './answer-path.ts'
import {
  type WebAnswer,
  WebCallError,
  type WebCaller,
  type WebCallFault,
} from './api-rest.ports.ts'
import { renderRequest } from './render-request.ts'

/** `reason` is one sentence for the item's owner; it holds nothing of what was sent or answered. */
export type ApiValues =
  | { readonly ok: true; readonly status: number; readonly values: ReadonlyMap<string, string> }
  | { readonly ok: false; readonly status: number | null; readonly reason: string }

export type FetchApiValues = (
  config: ApiRestConfig,
  context: TemplateContext,
  random: RandomSource,
  signal?: AbortSignal,
) => Promise<ApiValues>

const SENTENCES: Readonly<Record<WebCallFault, string>> = {
  address_refused:
    'This address belongs to a private network, which this server is not allowed to call.',
  no_such_host: 'There is no server with this name.',
  unreachable: 'The server could not be reached, or it broke off the connection.',
  certificate: "The server's certificate is not valid.",
  timeout: 'The server did not answer within 5 seconds.',
  too_large: 'The answer is larger than 256 KB.',
  too_many_redirects: 'The address redirects more than 3 times.',
  redirect_refused: 'The address redirects to another server, to which the body is not sent.',
  invalid: 'The address or a header is not valid once its placeholders are filled in.',
  cancelled: 'The call was cancelled.',
}

/**
 * Makes an item's call and reads its fields. A field that the answer does not have is empty; an answer
 * with a status other than 2xx, or without JSON where fields want it, is a failure. Never throws.
 */
export function createFetchApiValues(caller: WebCaller): FetchApiValues {
  return async (config, context, random, signal = new AbortController().signal) => {
    const request = renderRequest(config, context, random)
    if (!request) return failure(null, 'The body is not valid JSON.')
    try {
      return valuesOf(config, await caller.call(request, signal))
    } catch (error) {
      return failure(null, SENTENCES[error instanceof WebCallError ? error.fault : 'unreachable'])
    }
  }
}

function valuesOf({ fields }: ApiRestConfig, { status, json }: WebAnswer): ApiValues {
  if (status < 200 || status > 299) {
    return failure(status, `The server answered with status ${status}.`)
  }
  if (fields.length > 0 && json === undefined) {
    return failure(status, 'The answer is not JSON.')
  }
  const values = new Map<string, string>()
  for (const { name, path } of fields) {
    const steps = parsePath(path)
    if (!steps) return failure(status, `'${path}' is no path into an answer.`)
    values.set(name, textAt(json, steps).slice(0, CAPTION_MAX_LENGTH).toWellFormed())
  }
  return { ok: true, status, values }
}

function failure(status: number | null, reason: string): ApiValues {
  return { ok: false, status, reason }
}

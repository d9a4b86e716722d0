import { type AnswerPath, parsePath } from '@kirim/contract/answer-path'
import type { ApiRestConfig } from '@kirim/contract/chatbot-tools'
import { CAPTION_MAX_LENGTH } from '@kirim/contract/limits'
import type { Reason } from '@kirim/contract/reason-texts'
import type { TemplateContext } from '@kirim/message-template/context'
import type { RandomSource } from '@kirim/message-template/render'
import { cutText } from '../../../platform/cut-text.ts'
import { isNumberAsWritten } from '../../../platform/exact-json.ts'
import {
  type WebAnswer,
  WebCallError,
  type WebCaller,
  type WebRequest,
} from '../../../platform/web-call.ts'
import { renderRequest } from './render-request.ts'

/** `reason` is for the item's owner; it contains nothing of the request or response. */
export type ApiValues =
  | {
      readonly ok: true
      readonly status: number
      readonly values: ReadonlyMap<string, string>
      /** Names of fields whose path does not exist in the response; their values are empty. */
      readonly missing: readonly string[]
    }
  | { readonly ok: false; readonly status: number | null; readonly reason: Reason }

export type FetchApiValues = (
  config: ApiRestConfig,
  context: TemplateContext,
  random: RandomSource,
  /** The same for all attempts of one call, so that the other system can apply it once. */
  idempotencyKey?: string,
) => Promise<ApiValues>

/**
 * Makes an item's call and reads its fields. A field missing from the response is empty; a status
 * other than 2xx, or a response that is not JSON where fields need it, is a failure. Never throws.
 */
export function createFetchApiValues(caller: WebCaller): FetchApiValues {
  return async (config, context, random, idempotencyKey) => {
    const request = renderRequest(config, context, random)
    if (!request) return failure(null, { code: 'api_body_not_json', params: {} })
    try {
      const named = idempotencyKey ? withKey(request, idempotencyKey) : request
      return valuesOf(config, await caller.call(named))
    } catch (error) {
      const fault = error instanceof WebCallError ? error.fault : 'unreachable'
      return failure(null, { code: `api_${fault}`, params: {} })
    }
  }
}

function valuesOf({ fields }: ApiRestConfig, { status, json }: WebAnswer): ApiValues {
  if (status < 200 || status > 299) {
    return failure(status, { code: 'api_status', params: { status } })
  }
  if (fields.length > 0 && json === undefined) {
    return failure(status, { code: 'api_answer_not_json', params: {} })
  }
  const values = new Map<string, string>()
  const missing: string[] = []
  for (const { name, path } of fields) {
    const steps = parsePath(path)
    if (!steps) return failure(status, { code: 'api_path_invalid', params: { path } })
    const text = textAt(json, steps)
    if (text === null) missing.push(name)
    values.set(name, cutText((text ?? '').toWellFormed(), CAPTION_MAX_LENGTH))
  }
  return { ok: true, status, values, missing }
}

/** A key that the owner has set comes later and takes precedence. */
function withKey(request: WebRequest, value: string): WebRequest {
  if (request.method === 'GET') return request
  return { ...request, headers: [{ name: 'Idempotency-Key', value }, ...request.headers] }
}

function failure(status: number | null, reason: Reason): ApiValues {
  return { ok: false, status, reason }
}

/**
 * The value at the path, as text: null is empty, lists and objects are JSON. Null when the path
 * does not exist. Never throws.
 */
export function textAt(answer: unknown, path: AnswerPath): string | null {
  let value = answer
  for (const step of path) {
    if (typeof value !== 'object' || value === null || isNumberAsWritten(value)) return null
    if (!Object.hasOwn(value, step)) return null
    value = (value as Record<string, unknown>)[step]
  }
  return textOf(value).toWellFormed().replaceAll('\0', '')
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return value
  if (value === null || value === undefined) return ''
  try {
    return JSON.stringify(value)
  } catch {
    // Nested too deep to be serialized.
    return ''
  }
}

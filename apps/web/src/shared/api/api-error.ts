import { ErrorBody, type ErrorParams, type Issue } from '@kirim/contract/refusals'
import * as z from 'zod/mini'
import { refusalText } from '#shared/i18n/server-text.ts'
import { parseJson } from './parse-json.ts'

/**
 * An error body, possibly incomplete: a proxy in front of the server may send only a message
 * [7.message].
 */
const Refusal = z.object({
  message: z.catch(z.optional(z.string()), undefined),
  error: z.catch(z.optional(z.string()), undefined),
  code: z.catch(z.optional(z.string()), undefined),
  params: z.catch(ErrorBody.shape.params, undefined),
  issues: z.catch(ErrorBody.shape.issues, undefined),
})

/**
 * A failed call. `serverMessage` is the server's message, null when none arrived. `code` is the
 * server's, or one of ours: 'network' (no answer) or 'unexpected_answer' (does not match the
 * contract). `status` is 0 when no answer arrived.
 */
export class ApiError extends Error {
  readonly serverMessage: string | null
  readonly code: string
  readonly status: number
  /**
   * The answer's `error` field, the fallback message when saving a campaign fails
   * [8.form.save-error].
   */
  readonly errorField: string | null
  /** The values in the server's message. */
  readonly params: ErrorParams
  /** The problems by field. */
  readonly issues: readonly Issue[]

  constructor(
    code: string,
    status: number,
    serverMessage: string | null = null,
    errorField: string | null = null,
    params: ErrorParams = {},
    issues: readonly Issue[] = [],
  ) {
    super(serverMessage ?? code)
    this.name = 'ApiError'
    this.serverMessage = serverMessage
    this.code = code
    this.status = status
    this.errorField = errorField
    this.params = params
    this.issues = issues
  }
}

/** The call timed out. */
export class LateError extends ApiError {
  constructor() {
    super('network', 0)
  }
}

/** Parses a refusal; a body that is not a JSON object (such as a proxy's page) gives no message. */
export function refusalOf(status: number, text: string): ApiError {
  const { message, error, code, params, issues } = Refusal.safeParse(parseJson(text)).data ?? {}
  return new ApiError(
    code ?? 'unexpected_answer',
    status,
    message || null,
    error || null,
    params,
    issues,
  )
}

/** Whether no answer arrived, so the call may or may not have taken effect. */
export function isUnanswered(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'network'
}

export function isNotFound(error: unknown): boolean {
  return error instanceof ApiError && error.status === 404
}

/** The server's message in the chosen language; null when it gave none. */
export function serverMessageOf(error: unknown): string | null {
  if (!(error instanceof ApiError) || !error.serverMessage) return null
  return refusalText({ ...error, message: error.serverMessage })
}

/** The message to show for a failure: the server's, or else the fallback [8.server-first]. */
export function messageOf(error: unknown, fallback: string): string {
  return serverMessageOf(error) ?? fallback
}

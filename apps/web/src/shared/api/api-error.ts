import { ErrorBody } from '@kirim/contract/errors'

/**
 * A call that did not succeed. `serverMessage` is the server's own sentence, null when none arrived.
 * `code` is the server's, or one of ours: 'network' (no answer), 'unexpected_answer' (not what the contract says).
 * `status` is 0 when no answer arrived.
 */
export class ApiError extends Error {
  readonly serverMessage: string | null
  readonly code: string
  readonly status: number

  constructor(code: string, status: number, serverMessage: string | null = null) {
    super(serverMessage ?? code)
    this.name = 'ApiError'
    this.serverMessage = serverMessage
    this.code = code
    this.status = status
  }
}

/** Reads a refusal; a body that is not an ErrorBody (a proxy's page, nothing) gives no message. */
export function refusalOf(status: number, text: string): ApiError {
  const body = ErrorBody.safeParse(parseJson(text))
  return body.success
    ? new ApiError(body.data.code, status, body.data.message)
    : new ApiError('unexpected_answer', status)
}

/** Undefined when the text is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** What to show for a failure: the server's message when there is one, else the fallback (SPEC §8). */
export function messageOf(error: unknown, fallback: string): string {
  return (error instanceof ApiError && error.serverMessage) || fallback
}

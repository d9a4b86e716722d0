import { type ErrorCode, errorText } from '@kirim/contract/errors'
import type { ErrorParams, Issue } from '@kirim/contract/refusals'

/** A refusal with a stable code. Features throw it; only `platform/http` knows status codes. */
export class DomainError extends Error {
  override name = 'DomainError'
  readonly code: ErrorCode
  readonly params: ErrorParams
  /** Which fields it is about, where it is about fields. */
  readonly issues: readonly Issue[]

  constructor(code: ErrorCode, params: ErrorParams = {}, issues: readonly Issue[] = []) {
    super(errorText(code, params))
    this.code = code
    this.params = params
    this.issues = issues
  }
}

/** A refusal that is about the value of one field, named by its path. */
export function refusedField(
  code: ErrorCode,
  path: Issue['path'],
  params: ErrorParams = {},
): DomainError {
  return new DomainError(code, params, [{ path, code, params }])
}

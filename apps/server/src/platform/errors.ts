import { type ErrorCode, errorText } from '@kirim/contract/errors'
import type { ErrorParams, Issue } from '@kirim/contract/refusals'

/** A refusal with a stable code; `platform/http` maps codes to status codes. */
export class DomainError extends Error {
  override name = 'DomainError'
  readonly code: ErrorCode
  readonly params: ErrorParams
  /** The invalid fields, if it is about fields. */
  readonly issues: readonly Issue[]

  constructor(code: ErrorCode, params: ErrorParams = {}, issues: readonly Issue[] = []) {
    super(errorText(code, params))
    this.code = code
    this.params = params
    this.issues = issues
  }
}

/** A refusal of one field's value, named by its path. */
export function refusedField(
  code: ErrorCode,
  path: Issue['path'],
  params: ErrorParams = {},
): DomainError {
  return new DomainError(code, params, [{ path, code, params }])
}

import { type ErrorCode, errorText } from '@kirim/contract/errors'
import type { KnownIssue } from '@kirim/contract/issue-texts'
import type { ErrorParams } from '@kirim/contract/refusals'

/** A refusal with a stable code; the contract has its status and its text. */
export class DomainError extends Error {
  override name = 'DomainError'
  readonly code: ErrorCode
  readonly params: ErrorParams
  /** The invalid fields, if it is about fields. */
  readonly issues: readonly KnownIssue[]

  constructor(code: ErrorCode, params: ErrorParams = {}, issues: readonly KnownIssue[] = []) {
    super(errorText(code, params))
    this.code = code
    this.params = params
    this.issues = issues
  }
}

/** A refusal of one field's value, named by its path. */
export function refusedField(
  code: ErrorCode,
  path: KnownIssue['path'],
  params: ErrorParams = {},
): DomainError {
  return new DomainError(code, params, [{ path, code, params }])
}

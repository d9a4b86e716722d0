import { type ErrorCode, type ErrorParams, errorText } from '@kirim/contract/errors'

/** A refusal with a stable code. Features throw it; only `platform/http` knows status codes. */
export class DomainError extends Error {
  override name = 'DomainError'
  readonly code: ErrorCode
  readonly params: ErrorParams

  constructor(code: ErrorCode, params: ErrorParams = {}) {
    super(errorText(code, params))
    this.code = code
    this.params = params
  }
}

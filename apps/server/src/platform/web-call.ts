/** A request to another server. */
export interface WebRequest {
  readonly method: string
  readonly url: string
  readonly headers: readonly { readonly name: string; readonly value: string }[]
  /** JSON text; null sends no body. */
  readonly body: string | null
}

export interface WebAnswer {
  readonly status: number
  /**
   * Undefined when the response is not JSON. Numbers that would lose digits are raw JSON values.
   */
  readonly json: unknown
}

export type WebCallFault =
  /** The address, or one it redirects to, is in a network closed by the operator. */
  | 'address_refused'
  | 'no_such_host'
  | 'unreachable'
  | 'certificate'
  | 'timeout'
  | 'too_large'
  | 'too_many_redirects'
  /** A redirect that would send credentials or the body to another host. */
  | 'redirect_refused'
  /** A redirect to something other than HTTP, such as a file. */
  | 'redirect_not_web'
  /** The address or a header cannot be sent. */
  | 'invalid'

/** A call without a response. Contains nothing of the request. */
export class WebCallError extends Error {
  override name = 'WebCallError'
  readonly fault: WebCallFault

  constructor(fault: WebCallFault) {
    super(`The call failed: ${fault}.`)
    this.fault = fault
  }
}

/** Calls other servers, never one in a network closed by the operator. */
export interface WebCaller {
  /** At most 5 s, 256 KB and 20,000 values. Only throws WebCallError. */
  call(request: WebRequest): Promise<WebAnswer>
}

import type { ApiRestConfig } from '@kirim/contract/chatbot-tools'

/** One request with all placeholders filled in. */
export interface WebRequest {
  readonly method: ApiRestConfig['method']
  readonly url: string
  readonly headers: readonly { readonly name: string; readonly value: string }[]
  /** JSON text; null sends no body. */
  readonly body: string | null
}

export interface WebAnswer {
  readonly status: number
  /** Undefined when what came is no JSON. Numbers that would read otherwise are raw JSON values. */
  readonly json: unknown
}

export type WebCallFault =
  /** The address, or one it redirects to, belongs to a network the operator keeps closed. */
  | 'address_refused'
  | 'no_such_host'
  | 'unreachable'
  | 'certificate'
  | 'timeout'
  | 'too_large'
  | 'too_many_redirects'
  /** A redirect that would hand credentials or the body to somebody else. */
  | 'redirect_refused'
  /** A redirect to a file or the like. */
  | 'redirect_not_web'
  /** The address or a header cannot be sent. */
  | 'invalid'

/** A call that got no answer. Holds nothing of what was sent. */
export class WebCallError extends Error {
  override name = 'WebCallError'
  readonly fault: WebCallFault

  constructor(fault: WebCallFault) {
    super(`The call failed: ${fault}.`)
    this.fault = fault
  }
}

export interface WebCaller {
  /** At most 5 s, 256 KB and 20,000 values. Throws WebCallError, and nothing else. */
  call(request: WebRequest): Promise<WebAnswer>
}

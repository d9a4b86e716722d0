import { WebCallError, type WebCallFault } from '../../platform/web-call.ts'
import { AddressRefusedError } from './guard-lookup.ts'

const BY_CODE: Readonly<Record<string, WebCallFault>> = {
  ENOTFOUND: 'no_such_host',
  EAI_AGAIN: 'no_such_host',
  UND_ERR_CONNECT_TIMEOUT: 'timeout',
}

/** Why a call got no response; `within` aborts at the time limit. */
export function faultOf(error: unknown, within: AbortSignal): WebCallFault {
  if (error instanceof WebCallError) return error.fault
  if (within.aborted) return 'timeout'
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  if (cause instanceof AddressRefusedError) return 'address_refused'
  const code = codeOf(cause)
  if (code === '') return error instanceof TypeError && cause === error ? 'invalid' : 'unreachable'
  if (isCertificateFault(cause)) return 'certificate'
  return BY_CODE[code] ?? 'unreachable'
}

/** Whether the certificate of a server was refused. */
export function isCertificateFault(error: unknown): boolean {
  return /CERT|ISSUER|SELF_SIGNED|ALTNAME/.test(codeOf(error))
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}

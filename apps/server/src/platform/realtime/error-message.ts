import type { EventArgs } from '@kirim/contract/realtime'
import type { DomainError } from '../errors.ts'

/** The arguments of `error_message`: the message [7.realtime.error] and its code. */
export function errorMessageArgs({
  message,
  code,
  params,
  issues,
}: DomainError): EventArgs<'error_message'> {
  return [message, { code, params, ...(issues.length > 0 && { issues: [...issues] }) }]
}

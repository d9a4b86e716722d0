import { type AfterClose, CLOSES, type Close } from '../../../features/devices/closes.ports.ts'
import type { Log } from '../../../platform/log.ts'

/** What goes on by itself needs nobody; a forgery has a line of its own. */
const GOES_ON: ReadonlySet<AfterClose> = new Set(['restart', 'retry', 'retry_slowly'])

/** Logs how a connection has ended; what needs somebody, or is a forgery, as a warning. */
export function noteClose(
  log: Pick<Log, 'info' | 'warn'>,
  { cause, code }: Close,
  where: { deviceId?: string },
  what: string,
): void {
  const { next } = CLOSES[cause]
  const level = GOES_ON.has(next) ? 'info' : 'warn'
  log[level]({ ...where, cause, code, next }, what)
  if (cause !== 'not_genuine' && cause !== 'link_forged') return
  log.warn({ code: cause, ...where }, 'the network could not prove who it is')
}

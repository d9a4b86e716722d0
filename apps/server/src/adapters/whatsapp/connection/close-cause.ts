import {
  type AfterClose,
  CLOSES,
  type Close,
  type CloseCause,
  causeOfCode,
  closeOf,
} from '../../../features/devices/closes.ports.ts'
import { UnreadableCredentials } from '../../../features/devices/devices.ports.ts'
import { ProxyFault, type ProxyFaultKind } from '../../../features/devices/proxy/proxy.ports.ts'
import type { Log } from '../../../platform/log.ts'
import { UpgradeRefused } from './attempt-limits.ts'
import { SessionFault } from './session-fault.ts'

/** The driver's errors for a server that fails authentication, raised before anything is sent. */
const NOT_GENUINE = new Set([
  'invalid noise leaf certificate',
  'invalid noise intermediate certificate',
  'noise certificate signature invalid',
  'noise intermediate certificate signature invalid',
  'certification match failed',
])
/**
 * The driver's errors for a link that is not signed by the phone's account or is for another
 * device.
 */
const LINK_FORGED = new Set(['Failed to verify account signature', 'Invalid account signature'])

/** The driver passes a proxy's fault on as `data` of its own error. */
const OF_PROXY: Readonly<Record<ProxyFaultKind, CloseCause>> = {
  unreachable: 'proxy_down',
  silent: 'proxy_down',
  of_another_kind: 'proxy_down',
  certificate: 'proxy_down',
  sign_in: 'proxy_sign_in',
  blocks: 'proxy_blocks',
  private: 'proxy_private',
}

/** Larger values are epoch seconds, since no ban lasts 30 years. */
const DURATION_MAX_S = 946_080_000

/** Maps the error of a closed connection to a close. Unknown errors count as a lost connection. */
export function readClose(error: unknown, now: number): Close {
  if (error instanceof UpgradeRefused) return closeOf('connection_lost', { code: error.status })
  if (error instanceof SessionFault) return closeOf('not_understood')
  const fault = fieldOf(error, 'data')
  if (fault instanceof ProxyFault) return closeOf(OF_PROXY[fault.kind])
  const cause = forgeryIn(error)
  const code = statusOf(error)
  if (cause !== null) return closeOf(cause, { code })
  return closeOf(causeOfCode(code), { code, until: endOfBan(error, now) })
}

/** The close of a connection that could not be opened. */
export function closeOfFault(error: unknown): Close {
  return closeOf(error instanceof UnreadableCredentials ? 'unreadable' : 'connection_lost')
}

function forgeryIn(error: unknown): CloseCause | null {
  const message = error instanceof Error ? error.message : ''
  if (NOT_GENUINE.has(message)) return 'not_genuine'
  return LINK_FORGED.has(message) ? 'link_forged' : null
}

/** The status code with which the network closed the connection; null when there is none. */
export function statusOf(error: unknown): number | null {
  const code = fieldOf(fieldOf(error, 'output'), 'statusCode')
  return typeof code === 'number' ? code : null
}

/** The network sends the remaining ban in seconds. */
function endOfBan(error: unknown, now: number): number | null {
  const data = fieldOf(error, 'data')
  // Set by a refused login, or by the end of an open connection.
  const expire = fieldOf(data, 'expire') ?? fieldOf(fieldOf(data, 'attrs'), 'expire')
  if (typeof expire !== 'string' || !/^\d{1,12}$/.test(expire)) return null
  const seconds = Number(expire)
  return seconds > DURATION_MAX_S ? seconds * 1000 : now + seconds * 1000
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
}

/** The device recovers by itself after these; everything else is logged as a warning. */
const GOES_ON: ReadonlySet<AfterClose> = new Set(['restart', 'retry', 'retry_slowly'])

/** Logs the end of a connection: as a warning if the owner must act or a signature was forged. */
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
  log.warn({ code: cause, ...where }, 'the server is not genuine')
}

import { DisconnectReason } from 'baileys'
import type { CloseCause } from '../../features/devices/devices.ports.ts'

const BY_STATUS: ReadonlyMap<number, CloseCause> = new Map<number, CloseCause>([
  [DisconnectReason.restartRequired, 'restart_required'],
  [DisconnectReason.loggedOut, 'logged_out'],
  [DisconnectReason.forbidden, 'logged_out'],
  [419, 'logged_out'],
  [DisconnectReason.connectionReplaced, 'replaced'],
  [DisconnectReason.multideviceMismatch, 'refused'],
])

/**
 * The driver's errors for a server that cannot prove that it is the network, before anything is
 * sent.
 */
const NOT_GENUINE = new Set([
  'invalid noise leaf certificate',
  'invalid noise intermediate certificate',
  'noise certificate signature invalid',
  'noise intermediate certificate signature invalid',
  'certification match failed',
])
/**
 * The driver's errors for a link that the phone's account did not sign, or one made for another
 * device.
 */
const LINK_FORGED = new Set(['Failed to verify account signature', 'Invalid account signature'])

/** What a closed connection means for the device. Unknown errors count as a lost connection. */
export function closeCauseOf(error: unknown): CloseCause {
  const said = error instanceof Error ? error.message : ''
  if (NOT_GENUINE.has(said)) return 'not_genuine'
  if (LINK_FORGED.has(said)) return 'link_forged'
  return BY_STATUS.get(statusOf(error) ?? 0) ?? 'connection_lost'
}

/** The status code with which the network closed the connection; null when there is none. */
export function statusOf(error: unknown): number | null {
  if (typeof error !== 'object' || error === null || !('output' in error)) return null
  const output = error.output
  if (typeof output !== 'object' || output === null || !('statusCode' in output)) return null
  return typeof output.statusCode === 'number' ? output.statusCode : null
}

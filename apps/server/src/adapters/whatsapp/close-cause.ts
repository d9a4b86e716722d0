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

/** What a closed connection means for the device. Whatever is not known is a lost connection. */
export function closeCauseOf(error: unknown): CloseCause {
  return BY_STATUS.get(statusOf(error) ?? 0) ?? 'connection_lost'
}

function statusOf(error: unknown): number | null {
  if (typeof error !== 'object' || error === null || !('output' in error)) return null
  const output = error.output
  if (typeof output !== 'object' || output === null || !('statusCode' in output)) return null
  return typeof output.statusCode === 'number' ? output.statusCode : null
}

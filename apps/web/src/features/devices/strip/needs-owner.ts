import type { Device } from '@kirim/contract/devices'

/** Whether a number goes on only with its owner. */
export function needsOwner({ connectionStatus }: Device): boolean {
  return connectionStatus === 'disconnected' || connectionStatus === 'logged_out'
}

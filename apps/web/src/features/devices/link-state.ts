import type { ConnectionStatus } from '@kirim/contract/devices'
import type { QrLife } from '@kirim/contract/realtime'

/** The visible code. Times are epoch milliseconds of this browser. */
export interface ShownCode {
  readonly text: string
  readonly expiresAt: number
  /** How long the code was valid when it was first shown. */
  readonly lifeMs: number
}

/** The state of the 'Connect New Device' card [4.device]. */
export interface LinkState {
  readonly status: ConnectionStatus | 'Connecting...' | 'User not loaded'
  readonly code: ShownCode | null
  /** How the last attempt to link ended, until the next one starts. */
  readonly ended: 'linked' | 'expired' | null
  /** The user has closed something, so the next 'disconnected' is expected. */
  readonly closing: boolean
}

export type LinkEvent =
  | { readonly type: 'qr'; readonly text: string; readonly life: QrLife; readonly now: number }
  | { readonly type: 'status'; readonly status: ConnectionStatus }
  /** The realtime connection was lost, or failed. */
  | { readonly type: 'line_lost' }
  | { readonly type: 'connect_requested' }
  | { readonly type: 'close_requested' }

export function initialLinkState(userId: string | undefined): LinkState {
  return {
    status: userId ? 'disconnected' : 'User not loaded',
    code: null,
    ended: null,
    closing: false,
  }
}

/** The only transition function of the card; pure. */
export function nextLinkState(state: LinkState, event: LinkEvent): LinkState {
  switch (event.type) {
    case 'qr':
      return { status: 'waiting_qr', code: codeOf(state.code, event), ended: null, closing: false }
    case 'status':
      return afterStatus(state, event.status)
    case 'line_lost':
      return { status: 'disconnected', code: null, ended: null, closing: false }
    case 'connect_requested':
      return { status: 'Connecting...', code: null, ended: null, closing: false }
    case 'close_requested':
      return { ...state, closing: true }
  }
}

/** Whether this status may change the device list [4.device.refreshes]. */
export function refreshesDevices(status: ConnectionStatus): boolean {
  return status !== 'waiting_qr'
}

function afterStatus(state: LinkState, status: ConnectionStatus): LinkState {
  if (status === 'waiting_qr') return { ...state, status, ended: null, closing: false }
  return { status, code: null, ended: endOf(state, status), closing: false }
}

function endOf({ status: before, ended, closing }: LinkState, now: ConnectionStatus) {
  const waited = before === 'waiting_qr'
  if (now === 'connected') return waited ? 'linked' : ended
  if (now !== 'disconnected' || closing) return null
  return waited || ended === 'expired' ? 'expired' : null
}

/** The same code may arrive again with its remaining time: its ring continues where it was. */
function codeOf(
  before: ShownCode | null,
  { text, life, now }: Extract<LinkEvent, { type: 'qr' }>,
): ShownCode {
  const known = before?.text === text ? before.lifeMs : 0
  return {
    text,
    expiresAt: now + life.expiresInMs,
    lifeMs: Math.max(known, life.expiresInMs),
  }
}

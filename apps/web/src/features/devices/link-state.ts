import type { ConnectionStatus } from '@kirim/contract/devices'
import type { PairingCode, QrLife } from '@kirim/contract/realtime'

/** The visible code. Times are epoch milliseconds of this browser. */
export interface ShownCode {
  readonly text: string
  readonly expiresAt: number
  /** How long the code was valid when it was first shown. */
  readonly lifeMs: number
}

/** The code to be typed; its time is in epoch milliseconds of this browser. */
export interface ShownPairing {
  readonly code: string
  readonly phoneNumber: string
  readonly expiresAt: number
}

/** The state of the 'Connect New Device' card [4.device]. */
export interface LinkState {
  readonly status: ConnectionStatus | 'Connecting...' | 'User not loaded'
  readonly code: ShownCode | null
  /** Beside the code that can be scanned, when it was asked for. */
  readonly pairing: ShownPairing | null
  /** How the last attempt to link ended, until the next one starts. */
  readonly ended: 'linked' | 'expired' | null
  /** The user has closed something, so the next 'disconnected' is expected. */
  readonly closing: boolean
}

export type LinkEvent =
  | { readonly type: 'qr'; readonly text: string; readonly life: QrLife; readonly now: number }
  | { readonly type: 'pairing'; readonly pairing: PairingCode; readonly now: number }
  | { readonly type: 'status'; readonly status: ConnectionStatus }
  /** The realtime connection was lost, or failed. */
  | { readonly type: 'line_lost' }
  | { readonly type: 'connect_requested' }
  | { readonly type: 'close_requested' }

export function initialLinkState(userId: string | undefined): LinkState {
  return {
    status: userId ? 'disconnected' : 'User not loaded',
    code: null,
    pairing: null,
    ended: null,
    closing: false,
  }
}

const NO_CODES = { code: null, pairing: null }

/** The only transition function of the card; pure. */
export function nextLinkState(state: LinkState, event: LinkEvent): LinkState {
  switch (event.type) {
    case 'qr':
      return { ...waiting(state), code: codeOf(state.code, event) }
    case 'pairing':
      return { ...waiting(state), pairing: pairingOf(event) }
    case 'status':
      return afterStatus(state, event.status)
    case 'line_lost':
      return { status: 'disconnected', ...NO_CODES, ended: null, closing: false }
    case 'connect_requested':
      return { status: 'Connecting...', ...NO_CODES, ended: null, closing: false }
    case 'close_requested':
      return { ...state, closing: true }
  }
}

/** Whether this status may change the device list [4.device.refreshes]. */
export function refreshesDevices(status: ConnectionStatus): boolean {
  return status !== 'waiting_qr'
}

function afterStatus(state: LinkState, status: ConnectionStatus): LinkState {
  if (status === 'waiting_qr') return waiting(state)
  return { status, ...NO_CODES, ended: endOf(state, status), closing: false }
}

function waiting(state: LinkState): LinkState {
  return { ...state, status: 'waiting_qr', ended: null, closing: false }
}

function pairingOf({ pairing, now }: Extract<LinkEvent, { type: 'pairing' }>): ShownPairing {
  const { code, phoneNumber, expiresInMs } = pairing
  return { code, phoneNumber, expiresAt: now + expiresInMs }
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

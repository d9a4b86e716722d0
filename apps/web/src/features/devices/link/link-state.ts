import type { ConnectionStatus } from '@kirim/contract/devices'
import type { PasskeyStep } from '@kirim/contract/passkey'
import type { PairingCode, QrLife } from '@kirim/contract/realtime'

/** How a number is linked: the phone scans a QR code, or its owner types a pairing code there. */
export type LinkWay = 'qr' | 'code'

/** The visible code. Times are epoch milliseconds of this browser. */
export interface ShownCode {
  readonly text: string
  readonly expiresAt: number
  /** How long the code was valid when it was first shown. */
  readonly lifeMs: number
}

/** The pairing code; its time is in epoch milliseconds of this browser. */
export interface ShownPairing {
  readonly code: string
  readonly phoneNumber: string
  readonly expiresAt: number
}

/** The passkey step; its time is in epoch milliseconds of this browser. */
export interface ShownPasskey extends Omit<PasskeyStep, 'expiresInMs'> {
  readonly expiresAt: number
}

/** The state of the 'Connect New Device' card [4.device]. */
export interface LinkState {
  readonly status: ConnectionStatus | 'Connecting...' | 'User not loaded'
  readonly code: ShownCode | null
  /** Shown beside the QR code, if requested. */
  readonly pairing: ShownPairing | null
  /** Replaces the codes, once one was used. */
  readonly passkey: ShownPasskey | null
  /** How the last attempt to link ended, until the next one starts. */
  readonly ended: 'linked' | 'expired' | 'no_passkey' | null
  /** The user has closed something, so the next 'disconnected' is expected. */
  readonly closing: boolean
}

export type LinkEvent =
  | { readonly type: 'qr'; readonly text: string; readonly life: QrLife; readonly now: number }
  | { readonly type: 'pairing'; readonly pairing: PairingCode; readonly now: number }
  | { readonly type: 'passkey'; readonly step: PasskeyStep; readonly now: number }
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
    passkey: null,
    ended: null,
    closing: false,
  }
}

const NO_CODES = { code: null, pairing: null, passkey: null }

/** The only transition function of the card; pure. */
export function nextLinkState(state: LinkState, event: LinkEvent): LinkState {
  switch (event.type) {
    case 'qr':
      return { ...waiting(state), passkey: null, code: codeOf(state.code, event) }
    case 'pairing':
      return { ...waiting(state), passkey: null, pairing: pairingOf(event) }
    case 'passkey':
      return { ...waiting(state), ...NO_CODES, passkey: passkeyOf(event) }
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

/** Whether a code was requested, or how that ended is still shown. */
export function isUnderWay({ status, ended, passkey }: LinkState): boolean {
  return status === 'waiting_qr' || status === 'Connecting...' || ended !== null || passkey !== null
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

function passkeyOf({ step, now }: Extract<LinkEvent, { type: 'passkey' }>): ShownPasskey {
  const { expiresInMs, ...shown } = step
  return { ...shown, expiresAt: now + expiresInMs }
}

function endOf({ status: before, passkey, ended, closing }: LinkState, now: ConnectionStatus) {
  const waited = before === 'waiting_qr'
  if (now === 'connected') return waited ? 'linked' : ended
  if (now !== 'disconnected' || closing) return null
  if (passkey) return 'no_passkey'
  return waited ? 'expired' : keptEnd(ended)
}

/** 'disconnected' may arrive again; a link is no longer new then. */
const keptEnd = (ended: LinkState['ended']) => (ended === 'linked' ? null : ended)

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

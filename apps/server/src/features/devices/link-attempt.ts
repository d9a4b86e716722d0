import type { LinkAttempt } from './devices.ports.ts'
import type { createPasskeyWait } from './passkey-wait.ts'

/** Asking again for the same number shows the same code for so long. */
const PAIRING_CODE_KEPT_MS = 10_000

/** What was asked for: codes of a phone with this number, and which of them is the next. */
export interface Pairing {
  readonly phoneNumber: string
  readonly attempt: number
  readonly begunAt: number
}

export interface Attempt {
  readonly begunAt: number
  readonly link: LinkAttempt
  /** Resolves once its outcome is stored. */
  readonly finished: Promise<void>
  qr: { text: string; attempt: number; expiresAt: number } | null
  /** Null when it links by QR code alone. */
  readonly pairing: Pairing | null
  code: { text: string; expiresAt: number } | null
  /** The device that is to be linked again; null for a new one. */
  readonly deviceId: string | null
  readonly passkey: ReturnType<typeof createPasskeyWait>
}

/** Whether it was asked for just now, by the same number. */
export function isFresh({ pairing }: Attempt, phoneNumber: string, now: number): boolean {
  const age = pairing ? now - pairing.begunAt : Number.POSITIVE_INFINITY
  return pairing?.phoneNumber === phoneNumber && age < PAIRING_CODE_KEPT_MS
}

/** Beside a pairing code there is a QR code, too. */
export function showsQr({ pairing, deviceId }: Attempt, wanted: string | null): boolean {
  return deviceId === wanted || (pairing !== null && wanted === null)
}

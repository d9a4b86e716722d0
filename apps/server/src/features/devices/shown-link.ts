import type { PasskeyStep } from '@kirim/contract/passkey'
import type { PairingCode, QrLife } from '@kirim/contract/realtime'
import type { Clock } from '../../platform/clock.ts'
import type { DevicesEvents } from './devices.events.ts'
import type { Attempt } from './link-attempt.ts'

export interface ShownLinkDeps {
  readonly attempts: ReadonlyMap<string, Attempt>
  readonly events: Pick<DevicesEvents, 'qr' | 'passkey' | 'pairingCode'>
  readonly clock: Clock
}

/** What there is to scan, to type or to answer for whoever links a number, and shows it. */
export function createShownLink({ attempts, events, clock }: ShownLinkDeps) {
  /** The code that can be scanned now, and how long it is valid. */
  function waitingCode(userId: string): { text: string; life: QrLife } | null {
    const qr = attempts.get(userId)?.qr
    if (!qr || qr.expiresAt <= clock.now()) return null
    return {
      text: qr.text,
      life: { expiresInMs: qr.expiresAt - clock.now(), attempt: qr.attempt },
    }
  }

  /** The code that can be typed now. */
  function waitingPairing(userId: string): PairingCode | null {
    const { pairing = null, code = null } = attempts.get(userId) ?? {}
    if (!pairing || !code || code.expiresAt <= clock.now()) return null
    const { phoneNumber, attempt } = pairing
    return { code: code.text, phoneNumber, attempt, expiresInMs: code.expiresAt - clock.now() }
  }

  const waitingPasskey = (userId: string): PasskeyStep | null =>
    attempts.get(userId)?.passkey.shown() ?? null

  function showPasskey(userId: string): void {
    const step = waitingPasskey(userId)
    if (step) events.passkey(userId, step)
  }

  function showPairing(userId: string): void {
    const shown = waitingPairing(userId)
    if (shown) events.pairingCode(userId, shown)
  }

  /** What waits of an attempt, beside a pairing code. */
  function showAgain(userId: string): void {
    const code = waitingCode(userId)
    if (code) events.qr(userId, code.text, code.life)
    showPasskey(userId)
  }

  return {
    waitingCode,
    waitingPairing,
    waitingPasskey,
    showPasskey,
    showPairing,
    showAgain,
    /** Whether there is something to scan, to type or to answer. */
    isWaiting: (userId: string): boolean =>
      waitingCode(userId) !== null || waitingPasskey(userId) !== null,
    /** Shows what waits once more. */
    show(userId: string): void {
      showAgain(userId)
      showPairing(userId)
    },
  }
}

import type { PasskeyAnswer } from '@kirim/contract/passkey'
import { pause } from '../../../platform/clock.ts'
import { DomainError } from '../../../platform/errors.ts'
import type { Limits } from '../../../platform/limits/limits.ts'
import type { KeyedLock } from '../../../platform/lock.ts'
import { createPairingLimit, type SessionLimit } from '../connection/request-limits.ts'
import type { DevicesEvents } from '../devices.events.ts'
import type { LinkListener, WhatsAppNetwork } from '../devices.ports.ts'
import { createKeepLink, type KeepLinkDeps } from './keep-link.ts'
import {
  type Attempt,
  createLinkDisplay,
  isFresh,
  type Pairing,
  refusalOf,
  showsQr,
} from './link-attempt.ts'
import { createPasskeyWait } from './passkey-step.ts'

export interface LinkDeps extends KeepLinkDeps {
  /** Serializes by user. */
  readonly inTurn: KeyedLock
  readonly network: WhatsAppNetwork
  readonly events: DevicesEvents
  readonly limits: Limits
  readonly sessionLimit: SessionLimit
  /** A user's attempt has begun, changed or ended. */
  onChanged(userId: string): void
  /** An attempt ended without a link. */
  onEnded(userId: string): Promise<void>
  onFault(error: unknown): void
}

/** The network closes an accepted attempt at once; ten seconds allow for a slow one. */
const PAIRING_TIMEOUT_MS = 10_000
/** Each pairing code lives as long as one connection: 8 minutes in all. */
const PAIRING_CODES_MAX = 3

/** Attempts to link a device, at most one per user. */
export function createLinking(deps: LinkDeps) {
  const { network, events, clock, devices, planLimit, inTurn, sessionLimit } = deps
  const attempts = new Map<string, Attempt>()
  const { keep, deviceOf } = createKeepLink(deps)
  const display = createLinkDisplay({ attempts, events, clock })
  const { waitingCode, waitingPairing, waitingPasskey, isWaiting } = display
  const { show, showAgain, showPairing, showPasskey } = display
  const pairingLimit = createPairingLimit(deps.limits)

  function begin(userId: string, pairing: Pairing | null, deviceId: string | null): void {
    const { promise: finished, resolve: finish } = Promise.withResolvers<void>()
    const attempt: Attempt = {
      begunAt: clock.now(),
      qr: null,
      pairing,
      code: null,
      deviceId,
      passkey: createPasskeyWait(clock),
      finished,
      link: network.link(listenerOf(), { phoneNumber: pairing?.phoneNumber ?? null, deviceId }),
    }
    attempts.set(userId, attempt)
    deps.onChanged(userId)
    const isCurrent = () => attempts.get(userId) === attempt

    function listenerOf(): LinkListener {
      return {
        onQr({ text, expiresInMs, attempt: number }) {
          attempt.qr = { text, attempt: number, expiresAt: clock.now() + expiresInMs }
          deps.onChanged(userId)
          events.qr(userId, text, { expiresInMs, attempt: number })
        },
        onPairingCode({ code, expiresInMs }) {
          attempt.code = { text: code, expiresAt: clock.now() + expiresInMs }
          showPairing(userId)
        },
        onPasskey(news) {
          attempt.qr = null
          attempt.code = null
          attempt.passkey.onNews(news)
          deps.onChanged(userId)
          showPasskey(userId)
        },
        onPaired(identity, credentials) {
          attempt.qr = null
          attempt.code = null
          inTurn(userId, () => keep(userId, identity, credentials))
            .catch(deps.onFault)
            .finally(() => {
              if (isCurrent()) forget(userId)
              finish()
            })
        },
        onEnded(close) {
          finish()
          // It was withdrawn, and nobody waits for it.
          if (!isCurrent()) return
          forget(userId)
          const next = close.cause === 'qr_expired' ? renewed(pairing) : null
          if (next) return begin(userId, next, deviceId)
          deps.onEnded(userId).catch(deps.onFault)
          if (close.cause !== 'qr_expired') events.refused(userId, refusalOf(close))
        },
      }
    }
  }

  function forget(userId: string): void {
    attempts.delete(userId)
    deps.onChanged(userId)
  }

  /** The network gives one code per connection; null after the last code. */
  function renewed(pairing: Pairing | null): Pairing | null {
    if (!pairing || pairing.attempt === PAIRING_CODES_MAX) return null
    return { ...pairing, attempt: pairing.attempt + 1, begunAt: clock.now() }
  }

  /** A pending attempt stays as it is. */
  async function refuse(userId: string, refusal: DomainError): Promise<void> {
    events.refused(userId, refusal)
    if (!attempts.has(userId)) return deps.onEnded(userId)
    show(userId)
  }

  function waitingAttempt(userId: string): Attempt {
    const attempt = attempts.get(userId)
    if (!attempt) throw new DomainError('passkey_not_asked')
    return attempt
  }

  async function showQr(userId: string, deviceId: string | null): Promise<void> {
    const waiting = attempts.get(userId)
    if (waiting && (showsQr(waiting, deviceId) || cancel(userId) === 'too_late')) {
      return showAgain(userId)
    }
    const refusal = await planLimit.refuseAnother(userId)
    if (refusal) return events.limitReached(userId, refusal)
    const tooMany = await sessionLimit.refuse(userId)
    if (tooMany) return refuse(userId, tooMany)
    begin(userId, null, deviceId)
  }

  function cancel(userId: string): 'nothing' | 'withdrawn' | 'too_late' {
    const attempt = attempts.get(userId)
    if (!attempt) return 'nothing'
    if (!attempt.link.withdraw()) return 'too_late'
    forget(userId)
    return 'withdrawn'
  }

  return {
    /**
     * Requests a QR code; a code that is still valid is shown again. Tells the browser when the
     * plan's limit is reached.
     */
    async request(userId: string): Promise<void> {
      await inTurn(userId, () => showQr(userId, null))
    },

    /**
     * Requests a QR code for the phone of a device that is in the list; the connection uses the
     * device's proxy. Throws `device_not_found`.
     */
    async requestAgain(userId: string, deviceId: string): Promise<void> {
      await inTurn(userId, async () => {
        if (!(await devices.find(userId, deviceId))) throw new DomainError('device_not_found')
        await showQr(userId, deviceId)
      })
    },

    /**
     * Requests a code for the phone with this number to type, beside a QR code. Replaces a pending
     * attempt, because the network gives one code per connection.
     */
    async requestPairing(userId: string, phoneNumber: string): Promise<void> {
      await inTurn(userId, async () => {
        const refusal = await planLimit.refuseAnother(userId)
        if (refusal) return events.limitReached(userId, refusal)
        const again = await deviceOf(userId, phoneNumber)
        const waiting = attempts.get(userId)
        if (waiting && isFresh(waiting, phoneNumber, clock.now())) {
          showPairing(userId)
          return
        }
        const tooMany =
          (await pairingLimit.refuse(userId, phoneNumber)) ?? (await sessionLimit.refuse(userId))
        if (tooMany) return refuse(userId, tooMany)
        if (cancel(userId) !== 'too_late') {
          begin(userId, { phoneNumber, attempt: 1, begunAt: clock.now() }, again)
        }
      })
    },

    /** Throws `passkey_not_asked` and `passkey_answer_wrong`: then nothing is sent. */
    async answerPasskey(userId: string, answer: PasskeyAnswer): Promise<void> {
      const { passkey, link } = waitingAttempt(userId)
      passkey.take(answer)
      showPasskey(userId)
      link.answerPasskey(answer)
    },

    /** The phone shows the same code. Throws `passkey_not_asked`. */
    async confirmPasskey(userId: string): Promise<void> {
      const { passkey, link } = waitingAttempt(userId)
      passkey.compared()
      showPasskey(userId)
      link.confirmPasskey()
    },

    /**
     * Withdraws pending codes. `too_late`: the phone has accepted, so the link continues; dropping
     * it here would leave the phone with a device that cannot be removed.
     */
    cancel,

    /** Resolves once a link that the phone has accepted is stored, or after ten seconds. */
    async finished(userId: string): Promise<void> {
      const attempt = attempts.get(userId)
      if (attempt) await Promise.race([attempt.finished, pause(clock, PAIRING_TIMEOUT_MS)])
    },

    isUnderWay: (userId: string): boolean => attempts.has(userId),
    /** Users with an attempt. */
    users: (): Iterable<string> => attempts.keys(),
    begunAt: (userId: string): number | null => attempts.get(userId)?.begunAt ?? null,
    show,
    isWaiting,
    waitingCode,
    waitingPairing,
    waitingPasskey,

    /** Withdraws all codes, after storing links that phones have accepted. */
    async stop(): Promise<void> {
      const userIds = [...attempts.keys()].filter((userId) => cancel(userId) === 'too_late')
      await Promise.all(userIds.map((userId) => this.finished(userId)))
      attempts.clear()
    },
  }
}

export type Linking = ReturnType<typeof createLinking>

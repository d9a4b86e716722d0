import type { PasskeyAnswer } from '@kirim/contract/passkey'
import { pause } from '../../../platform/clock.ts'
import { DomainError } from '../../../platform/errors.ts'
import type { Limits } from '../../../platform/limits/limits.ts'
import type { KeyedLock } from '../../../platform/lock.ts'
import { createPairingLimit, type SessionLimit } from '../connection/request-limits.ts'
import type { About, DevicesEvents } from '../devices.events.ts'
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
  /** Serializes by workspace. */
  readonly inTurn: KeyedLock
  readonly network: WhatsAppNetwork
  readonly events: DevicesEvents
  readonly limits: Limits
  readonly sessionLimit: SessionLimit
  /** A workspace's attempt has begun, changed or ended. */
  onChanged(workspaceId: string): void
  /** An attempt ended without a link. */
  onEnded(workspaceId: string, about: About): Promise<void>
  onFault(error: unknown): void
}

/** The network closes an accepted attempt at once; ten seconds allow for a slow one. */
const PAIRING_TIMEOUT_MS = 10_000
/** Each pairing code lives as long as one connection: 8 minutes in all. */
const PAIRING_CODES_MAX = 3

/** Attempts to link a device, at most one per workspace. */
export function createLinking(deps: LinkDeps) {
  const { network, events, clock, devices, planLimit, inTurn, sessionLimit } = deps
  const attempts = new Map<string, Attempt>()
  const { keep, deviceOf } = createKeepLink(deps)
  const display = createLinkDisplay({ attempts, events, clock })
  const { waitingCode, waitingPairing, waitingPasskey, isWaiting } = display
  const { deviceIdOf, show, showAgain, showPairing, showPasskey } = display
  const pairingLimit = createPairingLimit(deps.limits)

  function begin(workspaceId: string, pairing: Pairing | null, deviceId: string | null): void {
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
    attempts.set(workspaceId, attempt)
    deps.onChanged(workspaceId)
    const isCurrent = () => attempts.get(workspaceId) === attempt

    function listenerOf(): LinkListener {
      return {
        onQr({ text, expiresInMs, attempt: number }) {
          attempt.qr = { text, attempt: number, expiresAt: clock.now() + expiresInMs }
          deps.onChanged(workspaceId)
          events.qr(workspaceId, deviceId, text, { expiresInMs, attempt: number })
        },
        onPairingCode({ code, expiresInMs }) {
          attempt.code = { text: code, expiresAt: clock.now() + expiresInMs }
          showPairing(workspaceId)
        },
        onPasskey(news) {
          attempt.qr = null
          attempt.code = null
          attempt.passkey.onNews(news)
          deps.onChanged(workspaceId)
          showPasskey(workspaceId)
        },
        onPaired(identity, credentials) {
          attempt.qr = null
          attempt.code = null
          inTurn(workspaceId, () => keep(workspaceId, identity, credentials))
            .catch(deps.onFault)
            .finally(() => {
              if (isCurrent()) forget(workspaceId)
              finish()
            })
        },
        onEnded(close) {
          finish()
          // It was withdrawn, and nobody waits for it.
          if (!isCurrent()) return
          forget(workspaceId)
          const next = close.cause === 'qr_expired' ? renewed(pairing) : null
          if (next) return begin(workspaceId, next, deviceId)
          deps.onEnded(workspaceId, deviceId).catch(deps.onFault)
          if (close.cause !== 'qr_expired') events.refused(workspaceId, deviceId, refusalOf(close))
        },
      }
    }
  }

  function forget(workspaceId: string): void {
    attempts.delete(workspaceId)
    deps.onChanged(workspaceId)
  }

  /** The network gives one code per connection; null after the last code. */
  function renewed(pairing: Pairing | null): Pairing | null {
    if (!pairing || pairing.attempt === PAIRING_CODES_MAX) return null
    return { ...pairing, attempt: pairing.attempt + 1, begunAt: clock.now() }
  }

  /** A pending attempt stays as it is. */
  async function refuse(workspaceId: string, about: About, refusal: DomainError): Promise<void> {
    events.refused(workspaceId, about, refusal)
    if (!attempts.has(workspaceId)) return deps.onEnded(workspaceId, about)
    show(workspaceId)
  }

  function waitingAttempt(workspaceId: string): Attempt {
    const attempt = attempts.get(workspaceId)
    if (!attempt) throw new DomainError('passkey_not_asked')
    return attempt
  }

  async function showQr(workspaceId: string, deviceId: string | null): Promise<void> {
    const waiting = attempts.get(workspaceId)
    if (waiting && (showsQr(waiting, deviceId) || cancel(workspaceId) === 'too_late')) {
      return showAgain(workspaceId)
    }
    const refusal = await planLimit.refuseAnother(workspaceId)
    if (refusal) return events.limitReached(workspaceId, deviceId, refusal)
    const tooMany = await sessionLimit.refuse(workspaceId)
    if (tooMany) return refuse(workspaceId, deviceId, tooMany)
    begin(workspaceId, null, deviceId)
  }

  function cancel(workspaceId: string): 'nothing' | 'withdrawn' | 'too_late' {
    const attempt = attempts.get(workspaceId)
    if (!attempt) return 'nothing'
    if (!attempt.link.withdraw()) return 'too_late'
    forget(workspaceId)
    return 'withdrawn'
  }

  return {
    /**
     * Requests a QR code; a code that is still valid is shown again. Tells the browser when the
     * plan's limit is reached.
     */
    async request(workspaceId: string): Promise<void> {
      await inTurn(workspaceId, () => showQr(workspaceId, null))
    },

    /**
     * Requests a QR code for the phone of a device that is in the list; the connection uses the
     * device's proxy. Throws `device_not_found`.
     */
    async requestAgain(workspaceId: string, deviceId: string): Promise<void> {
      await inTurn(workspaceId, async () => {
        if (!(await devices.find(workspaceId, deviceId))) throw new DomainError('device_not_found')
        await showQr(workspaceId, deviceId)
      })
    },

    /**
     * Requests a code for the phone with this number to type, beside a QR code. Replaces a pending
     * attempt, because the network gives one code per connection.
     */
    async requestPairing(workspaceId: string, phoneNumber: string): Promise<void> {
      await inTurn(workspaceId, async () => {
        const refusal = await planLimit.refuseAnother(workspaceId)
        const again = await deviceOf(workspaceId, phoneNumber)
        if (refusal) return events.limitReached(workspaceId, again, refusal)
        const waiting = attempts.get(workspaceId)
        if (waiting && isFresh(waiting, phoneNumber, clock.now())) {
          showPairing(workspaceId)
          return
        }
        const tooMany =
          (await pairingLimit.refuse(workspaceId, phoneNumber)) ??
          (await sessionLimit.refuse(workspaceId))
        if (tooMany) return refuse(workspaceId, again, tooMany)
        if (cancel(workspaceId) !== 'too_late') {
          begin(workspaceId, { phoneNumber, attempt: 1, begunAt: clock.now() }, again)
        }
      })
    },

    /** Throws `passkey_not_asked` and `passkey_answer_wrong`: then nothing is sent. */
    async answerPasskey(workspaceId: string, answer: PasskeyAnswer): Promise<void> {
      const { passkey, link } = waitingAttempt(workspaceId)
      passkey.take(answer)
      showPasskey(workspaceId)
      link.answerPasskey(answer)
    },

    /** The phone shows the same code. Throws `passkey_not_asked`. */
    async confirmPasskey(workspaceId: string): Promise<void> {
      const { passkey, link } = waitingAttempt(workspaceId)
      passkey.compared()
      showPasskey(workspaceId)
      link.confirmPasskey()
    },

    /**
     * Withdraws pending codes. `too_late`: the phone has accepted, so the link continues; dropping
     * it here would leave the phone with a device that cannot be removed.
     */
    cancel,

    /** Resolves once a link that the phone has accepted is stored, or after ten seconds. */
    async finished(workspaceId: string): Promise<void> {
      const attempt = attempts.get(workspaceId)
      if (attempt) await Promise.race([attempt.finished, pause(clock, PAIRING_TIMEOUT_MS)])
    },

    isUnderWay: (workspaceId: string): boolean => attempts.has(workspaceId),
    /** Workspaces with an attempt. */
    workspaces: (): Iterable<string> => attempts.keys(),
    begunAt: (workspaceId: string): number | null => attempts.get(workspaceId)?.begunAt ?? null,
    deviceIdOf,
    show,
    isWaiting,
    waitingCode,
    waitingPairing,
    waitingPasskey,

    /** Withdraws all codes, after storing links that phones have accepted. */
    async stop(): Promise<void> {
      const workspaceIds = [...attempts.keys()].filter(
        (workspaceId) => cancel(workspaceId) === 'too_late',
      )
      await Promise.all(workspaceIds.map((workspaceId) => this.finished(workspaceId)))
      attempts.clear()
    },
  }
}

export type Linking = ReturnType<typeof createLinking>

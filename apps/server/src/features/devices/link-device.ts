import type { PasskeyAnswer, PasskeyStep } from '@kirim/contract/passkey'
import type { PairingCode, QrLife } from '@kirim/contract/realtime'
import { type Clock, pause } from '../../platform/clock.ts'
import { DomainError } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import type { Limits } from '../../platform/limits/limits.ts'
import type { KeyedLock } from '../../platform/lock.ts'
import type { Log } from '../../platform/log.ts'
import type { DeviceConnections } from './device-connections.ts'
import type { DevicesEvents } from './devices.events.ts'
import type {
  CredentialPiece,
  LinkAttempt,
  LinkedIdentity,
  LinkListener,
  WhatsAppNetwork,
} from './devices.ports.ts'
import type { DevicesRepository } from './devices.repository.ts'
import type { DeviceLeases } from './leases/device-leases.ts'
import { refusalOf } from './link-refusal.ts'
import { createPairingLimit } from './pairing-limit.ts'
import { createPasskeyWait } from './passkey-wait.ts'
import type { PlanLimit } from './plan-limit.ts'

export interface LinkDeps {
  readonly devices: DevicesRepository
  readonly connections: DeviceConnections
  readonly planLimit: PlanLimit
  readonly leases: Pick<DeviceLeases, 'keep'>
  /** Serializes by user. */
  readonly inTurn: KeyedLock
  readonly network: WhatsAppNetwork
  readonly events: DevicesEvents
  readonly clock: Clock
  readonly limits: Limits
  readonly log: Log
  /** From here on this node has the device alone, whichever had it before. */
  takeOver(deviceId: string): Promise<void>
  /** What somebody links, or whether it waits, is another now. */
  onChanged(userId: string): void
  /** An attempt ended without a link. */
  onEnded(userId: string): Promise<void>
  onFault(error: unknown): void
}

/** The network closes an accepted attempt at once; ten seconds allow for a slow one. */
const PAIRING_TIMEOUT_MS = 10_000
/** Each pairing code lives as long as one connection: 8 minutes in all. */
const PAIRING_CODES_MAX = 3
/** Asking again for the same number shows the same code for so long. */
const PAIRING_CODE_KEPT_MS = 10_000

/** What was asked for: codes of a phone with this number, and which of them is the next. */
interface Pairing {
  readonly phoneNumber: string
  readonly attempt: number
  readonly begunAt: number
}

interface Attempt {
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

/** Attempts to link a device, at most one per user. */
export function createLinking(deps: LinkDeps) {
  const { network, events, clock, log, connections, devices, planLimit, inTurn } = deps
  const attempts = new Map<string, Attempt>()
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
          attempt.passkey.hear(news)
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

  /** The network gives one code a connection; null once nobody has typed the last one. */
  function renewed(pairing: Pairing | null): Pairing | null {
    if (!pairing || pairing.attempt === PAIRING_CODES_MAX) return null
    return { ...pairing, attempt: pairing.attempt + 1, begunAt: clock.now() }
  }

  async function keep(
    userId: string,
    identity: LinkedIdentity,
    credentials: readonly CredentialPiece[],
  ): Promise<void> {
    const known = await deviceOf(userId, identity.number)
    // What another node keeps of its older session must not end up among the new credentials.
    if (known) await deps.takeOver(known)
    const { device, isNew, lease } = await devices.keepLink(
      { newId: newId(), userId, identity, now: clock.now() },
      credentials,
    )
    deps.leases.keep(device.id, lease)
    // The number may have been linked before: its older session must not run beside the new one.
    await connections.forget(device.id)
    log.info({ deviceId: device.id, userId, isNew }, 'device linked')
    planLimit.ask(device.id, isNew ? 'new_link' : 'new_scan')
    await connections.connect(device.id)
  }

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

  /** What waits stays as it is. */
  async function refusePairing(userId: string, refusal: DomainError): Promise<void> {
    events.refused(userId, refusal)
    if (!attempts.has(userId)) return deps.onEnded(userId)
    showAgain(userId)
    showPairing(userId)
  }

  function waitingAttempt(userId: string): Attempt {
    const attempt = attempts.get(userId)
    if (!attempt) throw new DomainError('passkey_not_asked')
    return attempt
  }

  function isFresh({ pairing }: Attempt, phoneNumber: string): boolean {
    const age = pairing ? clock.now() - pairing.begunAt : Number.POSITIVE_INFINITY
    return pairing?.phoneNumber === phoneNumber && age < PAIRING_CODE_KEPT_MS
  }

  /** Beside a pairing code there is a QR code, too. */
  function showsQr({ pairing, deviceId }: Attempt, wanted: string | null): boolean {
    return deviceId === wanted || (pairing !== null && wanted === null)
  }

  /** The user's device with this number, which its phone links again. */
  async function deviceOf(userId: string, phoneNumber: string): Promise<string | null> {
    const known = await devices.list(userId)
    return known.find(({ number }) => number === phoneNumber)?.id ?? null
  }

  async function showQr(userId: string, deviceId: string | null): Promise<void> {
    const waiting = attempts.get(userId)
    if (waiting && (showsQr(waiting, deviceId) || cancel(userId) === 'too_late')) {
      return showAgain(userId)
    }
    const refusal = await planLimit.refuseAsking(userId)
    if (!refusal) return begin(userId, null, deviceId)
    events.limitReached(userId, refusal)
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
     * Requests a QR code for the phone of a device that is in the list; the connection takes the
     * device's own way. Throws `device_not_found`.
     */
    async requestAgain(userId: string, deviceId: string): Promise<void> {
      await inTurn(userId, async () => {
        if (!(await devices.find(userId, deviceId))) throw new DomainError('device_not_found')
        await showQr(userId, deviceId)
      })
    },

    /**
     * Requests a code for the phone with this number to type, beside a QR code. It takes the place
     * of an attempt that waits, for the network gives one code a connection.
     */
    async requestPairing(userId: string, phoneNumber: string): Promise<void> {
      await inTurn(userId, async () => {
        const refusal = await planLimit.refuseAsking(userId)
        if (refusal) return events.limitReached(userId, refusal)
        const again = await deviceOf(userId, phoneNumber)
        const waiting = attempts.get(userId)
        if (waiting && isFresh(waiting, phoneNumber)) {
          showPairing(userId)
          return
        }
        const tooMany = await pairingLimit.refuse(userId, phoneNumber)
        if (tooMany) return refusePairing(userId, tooMany)
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
    /** Whether there is something to scan, to type or to answer. */
    isWaiting: (userId: string): boolean =>
      waitingCode(userId) !== null || waitingPasskey(userId) !== null,
    /** Whoever links a number. */
    users: (): Iterable<string> => attempts.keys(),
    begunAt: (userId: string): number | null => attempts.get(userId)?.begunAt ?? null,
    /** Shows what waits once more. */
    show(userId: string): void {
      showAgain(userId)
      showPairing(userId)
    },
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

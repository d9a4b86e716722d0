import type { QrLife } from '@kirim/contract/realtime'
import { type Reason, reasonParams } from '@kirim/contract/reason-texts'
import { type Clock, pause } from '../../platform/clock.ts'
import { DomainError } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import type { KeyedLock } from '../../platform/lock.ts'
import type { Log } from '../../platform/log.ts'
import type { Close, CloseCause } from './closes.ports.ts'
import type { DeviceConnections } from './device-connections.ts'
import type { DevicesEvents } from './devices.events.ts'
import type { CredentialPiece, LinkedIdentity, WhatsAppNetwork } from './devices.ports.ts'
import type { DevicesRepository } from './devices.repository.ts'
import type { PlanLimit } from './plan-limit.ts'

export interface LinkDeps {
  readonly devices: DevicesRepository
  readonly connections: DeviceConnections
  readonly planLimit: PlanLimit
  /** Serializes by user. */
  readonly inTurn: KeyedLock
  readonly network: WhatsAppNetwork
  readonly events: DevicesEvents
  readonly clock: Clock
  readonly log: Log
  /** An attempt ended without a link. */
  onEnded(userId: string): Promise<void>
  onFault(error: unknown): void
}

/** The network closes an accepted attempt at once; ten seconds allow for a slow one. */
const PAIRING_TIMEOUT_MS = 10_000

interface Attempt {
  /** False once the phone has accepted. */
  readonly withdraw: () => boolean
  /** Resolves once its outcome is stored. */
  readonly finished: Promise<void>
  qr: { text: string; attempt: number; expiresAt: number } | null
}

/** Attempts to link a device, at most one per user. */
export function createLinking(deps: LinkDeps) {
  const { network, events, clock, log, connections, devices, planLimit, inTurn } = deps
  const attempts = new Map<string, Attempt>()

  function begin(userId: string): void {
    const { promise: finished, resolve: finish } = Promise.withResolvers<void>()
    const attempt: Attempt = {
      qr: null,
      finished,
      withdraw: network.link({
        onQr({ text, expiresInMs, attempt: number }) {
          attempt.qr = { text, attempt: number, expiresAt: clock.now() + expiresInMs }
          events.qr(userId, text, { expiresInMs, attempt: number })
        },
        onPaired(identity, credentials) {
          attempt.qr = null
          inTurn(userId, () => keep(userId, identity, credentials))
            .catch(deps.onFault)
            .finally(() => {
              attempts.delete(userId)
              finish()
            })
        },
        onEnded(close) {
          attempts.delete(userId)
          finish()
          deps.onEnded(userId).catch(deps.onFault)
          if (close.cause !== 'qr_expired') events.refused(userId, refusalOf(close))
        },
      }).withdraw,
    }
    attempts.set(userId, attempt)
  }

  async function keep(
    userId: string,
    identity: LinkedIdentity,
    credentials: readonly CredentialPiece[],
  ): Promise<void> {
    const { device, isNew } = await devices.keepLink(
      { newId: newId(), userId, identity, now: clock.now() },
      credentials,
    )
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

  return {
    /**
     * Requests a QR code; a code that is still valid is shown again. Tells the browser when the
     * plan's limit is reached.
     */
    async request(userId: string): Promise<void> {
      await inTurn(userId, async () => {
        if (attempts.has(userId)) {
          const code = waitingCode(userId)
          if (code) events.qr(userId, code.text, code.life)
          return
        }
        const refusal = await planLimit.refuseAsking(userId)
        if (!refusal) return begin(userId)
        events.limitReached(userId, refusal)
      })
    },

    /**
     * Withdraws a pending code. `too_late`: the phone has accepted, so the link continues; dropping
     * it here would leave the phone with a device that cannot be removed.
     */
    cancel(userId: string): 'nothing' | 'withdrawn' | 'too_late' {
      const attempt = attempts.get(userId)
      if (!attempt) return 'nothing'
      if (!attempt.withdraw()) return 'too_late'
      attempts.delete(userId)
      return 'withdrawn'
    },

    /** Resolves once a link that the phone has accepted is stored, or after ten seconds. */
    async finished(userId: string): Promise<void> {
      const attempt = attempts.get(userId)
      if (attempt) await Promise.race([attempt.finished, pause(clock, PAIRING_TIMEOUT_MS)])
    },

    isUnderWay: (userId: string): boolean => attempts.has(userId),
    waitingCode,

    /** Withdraws all codes, after storing links that phones have accepted. */
    async stop(): Promise<void> {
      const userIds = [...attempts.keys()].filter((userId) => this.cancel(userId) === 'too_late')
      await Promise.all(userIds.map((userId) => this.finished(userId)))
      attempts.clear()
    },
  }
}

function refusalOf({ cause, code }: Close): DomainError {
  if (cause === 'not_genuine') return new DomainError('network_not_genuine')
  if (cause === 'link_forged') return new DomainError('link_forged')
  return new DomainError('link_failed', reasonParams(reasonOf(cause, code)))
}

function reasonOf(cause: CloseCause, code: number | null): Reason {
  const params = code === null ? {} : { code }
  if (cause === 'outdated') return { code: 'link_outdated', params }
  if (cause !== 'connection_lost') return { code: 'link_refused', params }
  return { code: code === null ? 'link_unreachable' : 'link_unreachable_coded', params }
}

export type Linking = ReturnType<typeof createLinking>

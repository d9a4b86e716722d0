import type { QrLife } from '@kirim/contract/realtime'
import type { Clock } from '../../platform/clock.ts'
import { DomainError } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import type { DevicesEvents } from './devices.events.ts'
import type { CredentialPiece, LinkedIdentity, WhatsAppNetwork } from './devices.ports.ts'
import { type PlanLimitDeps, planRefusal } from './plan-limit.ts'

export interface LinkDeps extends PlanLimitDeps {
  readonly network: WhatsAppNetwork
  readonly events: DevicesEvents
  readonly clock: Clock
  onFault(error: unknown): void
}

interface Attempt {
  readonly cancel: () => void
  qr: { text: string; attempt: number; expiresAt: number } | null
}

/** Attempts to link a device, at most one a user. */
export function createLinking(deps: LinkDeps) {
  const { network, events, clock, connections, devices } = deps
  const attempts = new Map<string, Attempt>()
  /** Devices linked a moment ago: when they open, the plan is checked once more. */
  const justLinked = new Map<string, { isNew: boolean }>()

  function begin(userId: string): void {
    const attempt: Attempt = {
      qr: null,
      cancel: network.link({
        onQr({ text, expiresInMs, attempt: number }) {
          attempt.qr = { text, attempt: number, expiresAt: clock.now() + expiresInMs }
          events.qr(userId, text, { expiresInMs, attempt: number })
        },
        onPaired(identity, credentials) {
          attempts.delete(userId)
          keep(userId, identity, credentials).catch(deps.onFault)
        },
        onEnded(cause) {
          attempts.delete(userId)
          events.status(userId, 'disconnected')
          if (cause !== 'qr_expired') {
            events.refused(userId, new DomainError('link_failed', { reason: reasonOf(cause) }))
          }
        },
      }).cancel,
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
    // The number may have been linked before: its older session must not go on beside the new one.
    await connections.forget(device.id)
    justLinked.set(device.id, { isNew })
    await connections.connect(device.id)
  }

  return {
    /** Asks for a QR code; one that is still valid is shown again. Tells the browser when the plan is full. */
    async request(userId: string): Promise<void> {
      const running = attempts.get(userId)
      if (running) {
        const code = this.waitingCode(userId)
        if (code) events.qr(userId, code.text, code.life)
        return
      }
      const refusal = await planRefusal(deps, userId)
      if (refusal) {
        events.status(userId, 'limit_reached')
        events.refused(userId, refusal)
        return
      }
      // Two requests at once: the first has begun while this one looked at the plan.
      if (!attempts.has(userId)) begin(userId)
    },

    /** Stops waiting for a scan. False when nothing was under way. */
    cancel(userId: string): boolean {
      const attempt = attempts.get(userId)
      attempt?.cancel()
      return attempts.delete(userId)
    },

    /** The code that can be scanned now, with the time it has left. */
    waitingCode(userId: string): { text: string; life: QrLife } | null {
      const qr = attempts.get(userId)?.qr
      if (!qr || qr.expiresAt <= clock.now()) return null
      return {
        text: qr.text,
        life: { expiresInMs: qr.expiresAt - clock.now(), attempt: qr.attempt },
      }
    },

    /** Whether this device has just been linked; answers once. */
    takeJustLinked(deviceId: string): { isNew: boolean } | null {
      const linked = justLinked.get(deviceId) ?? null
      justLinked.delete(deviceId)
      return linked
    },

    stop(): void {
      for (const attempt of attempts.values()) attempt.cancel()
      attempts.clear()
    },
  }
}

function reasonOf(cause: string): string {
  return cause === 'connection_lost' ? 'the network cannot be reached' : 'the network refused it'
}

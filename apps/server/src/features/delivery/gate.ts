import type { Refusal } from '@kirim/contract/outgoing'
import { type Clock, pause } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/database.ts'
import type {
  Check,
  CheckedMessage,
  FromOrigin,
  Origins,
  PersonCheck,
  Receiver,
} from './delivery.ports.ts'
import type { DeviceRests } from './rests.ts'

export interface GateDeps {
  readonly db: Db
  readonly origins: Pick<Origins, 'of'>
  /** Run in order for every message that was certainly not sent; the first refusal counts. */
  readonly checks: readonly Check[]
  /** Run after these, and also for a message that may have been sent, before its retry. */
  readonly personChecks: readonly PersonCheck[]
  readonly rests: Pick<DeviceRests, 'until'>
}

/** A message of an origin; it may not be stored yet. */
type GateRequest = FromOrigin & {
  readonly messageId: string
  /** The receiver of the next encryption; null for a group, and before the receiver is known. */
  readonly receiver?: Receiver | null
}

/** All checks, or those that concern the person alone. */
type Scope = 'all' | 'person'

/**
 * Returns why a message must not leave; null when it may. Checks run twice: before the message is
 * prepared, and at the last point where an opt-out can still stop it.
 */
export function createGate({ db, origins, checks, personChecks, rests }: GateDeps) {
  async function ask(message: GateRequest, about: Scope, tx = db): Promise<Refusal | null> {
    const checked = await withPerson(message, tx)
    const refusal = about === 'all' ? await firstRefusal(checks, checked, tx) : null
    return refusal ?? firstRefusal(personChecks, checked, tx)
  }

  async function withPerson(message: GateRequest, tx: Db): Promise<CheckedMessage> {
    const { receiver, workspaceId } = message
    const person = await origins.of(message.origin).personOf(message, tx)
    if (!receiver) return { ...message, person }
    // A phone may ask for a copy after the origin is gone: then only the receiver is known.
    const isKnown = person !== null || message.origin !== 'test'
    const known = person ?? { workspaceId, phoneNumber: receiver.phoneNumber, lid: receiver.lid }
    return { ...message, person: isKnown ? { ...known, receiver } : null }
  }

  /** The network rate-limits the device at the moment. */
  const doesRest = ({ deviceId }: GateRequest) => rests.until(deviceId) !== null

  return {
    /** Before it is prepared. For a possibly sent message only the person is checked. */
    async before(
      message: GateRequest & { readonly mayHaveLeft?: boolean },
      tx?: Db,
    ): Promise<Refusal | null> {
      if (doesRest(message)) return 'device_rests'
      return ask(message, message.mayHaveLeft ? 'person' : 'all', tx)
    },

    /**
     * Right before it leaves. A message prepared in advance gets all checks, because its origin may
     * have changed since; others, and copies, only those of the person.
     */
    async atLast(message: GateRequest, about: Scope): Promise<Refusal | null> {
      if (about === 'all' && doesRest(message)) return 'device_rests'
      return ask(message, about)
    },
  }
}

export type Gate = ReturnType<typeof createGate>

async function firstRefusal<R extends Refusal>(
  checks: readonly ((message: CheckedMessage, db: Db) => Promise<R | null>)[],
  message: CheckedMessage,
  db: Db,
): Promise<R | null> {
  for (const check of checks) {
    const refusal = await check(message, db)
    if (refusal !== null) return refusal
  }
  return null
}

/** The network answers within a second; a lost answer blocks nobody for longer. */
const PATIENCE_MS = 2000

export type Leaving = ReturnType<typeof createLeaving>

/** The messages of each workspace that are past the last check and may be in flight. */
export function createLeaving(clock: Clock) {
  const ofWorkspaces = new Map<string, Set<Promise<void>>>()

  return {
    /** Call before the last check of a message; call the result once it is settled. */
    begin(workspaceId: string): () => void {
      const { promise, resolve } = Promise.withResolvers<void>()
      const open = ofWorkspaces.get(workspaceId) ?? new Set()
      ofWorkspaces.set(workspaceId, open.add(promise))
      return () => {
        resolve()
        open.delete(promise)
        if (open.size === 0) ofWorkspaces.delete(workspaceId)
      }
    },

    /**
     * Resolves once the workspace's messages that are leaving now have left, after two seconds at
     * most: from then on nothing arrives that was sent before.
     */
    async over(workspaceId: string): Promise<void> {
      const open = [...(ofWorkspaces.get(workspaceId) ?? [])]
      if (open.length === 0) return
      const waited = new AbortController()
      await Promise.race([Promise.all(open), pause(clock, PATIENCE_MS, waited.signal)])
      waited.abort()
    },
  }
}

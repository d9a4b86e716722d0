import type { PersonRefusal, Refusal } from '@kirim/contract/outgoing'
import type { Db } from '../../platform/database/database.ts'
import type {
  Check,
  CheckedMessage,
  FromOrigin,
  Origins,
  PersonCheck,
  Receiver,
} from './delivery.ports.ts'
import type { DeviceRests } from './device-rests.ts'

export interface GateDeps {
  readonly db: Db
  readonly origins: Pick<Origins, 'of'>
  /** Run in order for every message that was certainly not sent; the first refusal counts. */
  readonly checks: readonly Check[]
  /** Run after these, and also for a message that may have been sent: it is not sent again. */
  readonly personChecks: readonly PersonCheck[]
  readonly rests: Pick<DeviceRests, 'until'>
}

/** A message of an origin; it may not be stored yet. */
type Asked = FromOrigin & {
  readonly messageId: string
  /** Right before it leaves. */
  readonly receiver?: Receiver | null
}

/** Says right before a message leaves whether it may. */
export function createGate({ db, origins, checks, personChecks, rests }: GateDeps) {
  /**
   * Why a message must not be sent now; null when it may be sent. For one that may have been sent
   * only the person counts.
   */
  async function refusalOf(
    message: Asked & { readonly mayHaveLeft?: boolean },
    tx: Db = db,
  ): Promise<Refusal | null> {
    if (rests.until(message.deviceId) !== null) return 'device_rests'
    const checked = await withPerson(message, tx)
    const refusal = message.mayHaveLeft ? null : await firstRefusal(checks, checked, tx)
    return refusal ?? firstRefusal(personChecks, checked, tx)
  }

  /** Why its person must not be written to; null when they may. */
  async function refusalOfPerson(message: Asked): Promise<PersonRefusal | null> {
    return firstRefusal(personChecks, await withPerson(message, db), db)
  }

  async function withPerson(message: Asked, tx: Db): Promise<CheckedMessage> {
    const { receiver } = message
    const person = await origins.of(message.origin).personOf(message, tx)
    return { ...message, person: person && receiver ? { ...person, receiver } : person }
  }

  return { refusalOf, refusalOfPerson }
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

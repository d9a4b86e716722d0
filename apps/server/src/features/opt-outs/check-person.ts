import type { PersonRefusal } from '@kirim/contract/outgoing'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/database.ts'
import { isHalf, joinRows } from './join-rows.ts'
import type { Identities, Person, PersonWrittenTo } from './opt-outs.ports.ts'
import { isLeftAlone, rowsOf, type StoredOptOut } from './opt-outs.repository.ts'
import { lockOptOuts } from './record-change.ts'

interface CheckDeps {
  readonly db: Db
  readonly clock: Clock
  readonly identities: Identities
  /** Called when two rows of a person were merged. */
  onJoined(workspaceId: string): void
}

/**
 * Checks a person's opt-out under each of their identities: the number as the owner wrote it, the
 * network's names for them right before sending, and those that the owner's numbers have stored. An
 * opt-out under one identity is extended to the others.
 */
export function createPersonCheck({ db, clock, identities, onJoined }: CheckDeps) {
  /** Takes several statements when only the number or only the LID is known, otherwise one. */
  async function rowOut(person: PersonWrittenTo, tx: Db): Promise<StoredOptOut | null> {
    const rows = await rowsOfAny(tx, namesOf(person))
    if (rows.length > 0) await join(person, rows)
    const half = rows.some(isLeftAlone) ? null : halfOf(person)
    return newest(half === null ? rows : await rowsOfOtherHalf(half, tx))
  }

  async function rowsOfOtherHalf(half: Person, tx: Db): Promise<readonly StoredOptOut[]> {
    const { workspaceId } = half
    const others = await identities.otherHalves(half)
    const people = others.map((other) =>
      half.lid === null
        ? { workspaceId, phoneNumber: null, lid: other }
        : { workspaceId, phoneNumber: other, lid: null },
    )
    return rowsOfAny(tx, people)
  }

  async function join({ workspaceId, receiver }: PersonWrittenTo, rows: readonly StoredOptOut[]) {
    if (!receiver?.phoneNumber || !receiver.lid) return
    const phoneNumber = await identities.asWritten(workspaceId, receiver.phoneNumber)
    const person = { workspaceId, phoneNumber, lid: receiver.lid }
    if (!isHalf(person, rows)) return
    await db.transaction().execute(async (tx) => {
      await lockOptOuts(tx, workspaceId, clock.now())
      await joinRows(tx, person)
    })
    onJoined(workspaceId)
  }

  return {
    /** The last opt-out of a person who has not come back; null for others. */
    rowOut,
    refusalOf: async (person: PersonWrittenTo, tx: Db): Promise<PersonRefusal | null> =>
      (await rowOut(person, tx)) === null ? null : 'opted_out',
  }
}

function newest(rows: readonly StoredOptOut[]): StoredOptOut | null {
  const out = rows.filter(isLeftAlone).toSorted((one, other) => other.since - one.since)
  return out[0] ?? null
}

/** One entry per statement; usually there is one. */
function namesOf({
  workspaceId,
  phoneNumber,
  lid,
  networkNumber,
  receiver,
}: PersonWrittenTo): Person[] {
  const numbers = [phoneNumber, networkNumber ?? null, receiver?.phoneNumber ?? null]
  const lids = [lid, receiver?.lid ?? null]
  const [number = null, ...otherNumbers] = distinct(numbers)
  const [identity = null, ...otherLids] = distinct(lids)
  return [
    { workspaceId, phoneNumber: number, lid: identity },
    ...otherNumbers.map((other) => ({ workspaceId, phoneNumber: other, lid: null })),
    ...otherLids.map((other) => ({ workspaceId, phoneNumber: null, lid: other })),
  ]
}

/**
 * The person when only the number or only the LID is known. A number alone is checked only right
 * before sending.
 */
function halfOf({ workspaceId, phoneNumber, lid, receiver }: PersonWrittenTo): Person | null {
  const number = receiver?.phoneNumber ?? phoneNumber
  const identity = receiver?.lid ?? lid
  if (number !== null && identity !== null) return null
  if (number !== null && !receiver) return null
  return { workspaceId, phoneNumber: number, lid: identity }
}

async function rowsOfAny(tx: Db, people: readonly Person[]): Promise<StoredOptOut[]> {
  const rows: StoredOptOut[] = []
  for (const person of people) rows.push(...(await rowsOf(tx, person)))
  return rows
}

function distinct(names: readonly (string | null)[]): string[] {
  return [...new Set(names.filter((name) => name !== null))]
}

import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Db } from '../../platform/database/database.ts'
import { type Engine, engines, freshDatabase } from '../../testing/engines.ts'
import { seedUser } from '../../testing/seed-user.ts'
import { isSplit, joinRows } from './join-rows.ts'
import { isOut, rowsOf, type StoredOptOut } from './opt-outs.repository.ts'
import { lockOptOuts, recordChange } from './record-change.ts'

const [P1, P2, P3] = ['60123456701', '60123456702', '60123456703']
const [L1, L2] = ['11@lid', '22@lid']
const RUNS: Record<Engine, number> = { SQLite: 60, PostgreSQL: 20 }

interface Halves {
  readonly phoneNumber: string | null
  readonly lid: string | null
}

interface Event extends Halves {
  readonly word: 'STOP' | 'START' | 'hello'
}

/** Somebody told with one half is the person of its row, with both. */
function wholeOf({ phoneNumber, lid }: Halves, rows: readonly StoredOptOut[]): Halves {
  if (phoneNumber !== null && lid !== null) return { phoneNumber, lid }
  const [row] = rows
  return { phoneNumber: phoneNumber ?? row?.phone_number ?? null, lid: lid ?? row?.lid ?? null }
}

/** Whether this half is one of the person's. */
function isOneOf(half: Halves, whole: Halves): boolean {
  return half.phoneNumber === null ? half.lid === whole.lid : half.phoneNumber === whole.phoneNumber
}

describe.each(engines)('a person whose number and identity change, on %s,', (engine) => {
  let db: Db
  let close: () => Promise<void>
  beforeAll(async () => {
    ;({ db, close } = await freshDatabase(engine))
  })
  afterAll(() => close())

  async function list() {
    const workspaceId = await seedUser(db)
    let now = 0
    const write = ({ word, ...halves }: Event) =>
      db.transaction().execute(async (tx) => {
        now += 1
        await lockOptOuts(tx, workspaceId, now)
        const person = { workspaceId, ...halves }
        if (word === 'hello') {
          await joinRows(tx, person)
          return null
        }
        const change = word === 'STOP' ? 'out' : 'back'
        return recordChange(tx, person, { change, how: 'message', at: now, word })
      })
    const say = (word: Event['word'], phoneNumber: string | null, lid: string | null) =>
      write({ word, phoneNumber, lid })
    const byHand = (phoneNumber: string) =>
      db.transaction().execute(async (tx) => {
        await lockOptOuts(tx, workspaceId, now)
        const change = { change: 'out', how: 'owner', at: now, reason: 'Asked' } as const
        await recordChange(tx, { workspaceId, phoneNumber, lid: null }, change)
      })
    const rows = async () => {
      const found = await db
        .selectFrom('opt_outs')
        .select(['phone_number', 'lid', 'standing'])
        .where('user_id', '=', workspaceId)
        .execute()
      return found.map((row) => [row.phone_number, row.lid, row.standing]).sort()
    }
    const out = (phoneNumber: string | null, lid: string | null) =>
      isOut(db, { workspaceId, phoneNumber, lid })
    const of = (phoneNumber: string | null, lid: string | null) =>
      rowsOf(db, { workspaceId, phoneNumber, lid })
    const areOut = async (people: readonly Halves[]) => {
      const found = await db
        .selectFrom('opt_outs')
        .select(['phone_number', 'lid'])
        .where('user_id', '=', workspaceId)
        .where('standing', '<>', 'back')
        .execute()
      const known = found.flatMap((row) => [row.phone_number, row.lid])
      return people.map(({ phoneNumber, lid }) => known.includes(phoneNumber ?? lid))
    }
    return { workspaceId, write, say, byHand, rows, out, of, areOut }
  }

  test.each(['STOP', 'hello'] as const)('is left alone under both after %s', async (word) => {
    const { say, rows, of } = await list()
    await say('STOP', P1, L1)
    await say(word, P2, L1)
    expect(await rows()).toEqual([
      [P1, null, 'message'],
      [P2, L1, 'message'],
    ])
    const since = (await of(P2, L1)).map((row) => row.since)
    expect(since, 'left alone since they asked for it first').toEqual([1])
  })

  test('keeps what the owner wrote down of the new number', async () => {
    const { say, byHand, rows } = await list()
    await say('STOP', P1, L1)
    await byHand(P2)
    await say('hello', P2, L1)
    expect(await rows()).toEqual([
      [P1, null, 'message'],
      [P2, L1, 'owner'],
    ])
  })

  test('comes back under the number they write from, and under no earlier one', async () => {
    const { say, rows, out } = await list()
    await say('STOP', P1, L1)
    expect(await say('START', P2, L1)).not.toBeNull()
    expect(await rows()).toEqual([
      [P1, null, 'message'],
      [P2, L1, 'back'],
    ])
    expect([await out(P2, L1), await out(null, L1), await out(P1, null)]).toEqual([
      false,
      false,
      true,
    ])
    await say('hello', P2, L1)
    expect(await out(P2, L1)).toBe(false)
  })

  test('does not bring back who had the number before', async () => {
    const { say, rows } = await list()
    await say('STOP', P1, L1)
    await say('START', P1, L2)
    expect(await rows()).toEqual(
      [
        [P1, L2, 'back'],
        [null, L1, 'message'],
      ].sort(),
    )
  })

  test('comes back by a word alone, from whom it comes', async () => {
    const event = fc.record({
      word: fc.constantFrom('STOP' as const, 'START' as const, 'hello' as const),
      phoneNumber: fc.constantFrom(P1, P2, P3, null),
      lid: fc.constantFrom(L1, L2, null),
    })
    const events = fc.array(
      event.filter(({ phoneNumber, lid }) => phoneNumber !== null || lid !== null),
      { minLength: 2, maxLength: 10 },
    )
    const everybody: readonly Halves[] = [
      ...[P1, P2, P3].map((phoneNumber) => ({ phoneNumber, lid: null })),
      ...[L1, L2].map((lid) => ({ phoneNumber: null, lid })),
    ]
    await fc.assert(
      fc.asyncProperty(events, async (sequence) => {
        const { workspaceId, write, of, areOut } = await list()
        for (const said of sequence) {
          const whole = wholeOf(said, await of(said.phoneNumber, said.lid))
          const before = await areOut(everybody)
          await write(said)
          const after = await areOut(everybody)
          const theirs = everybody.map((who) => isOneOf(who, whole))
          const isAnyOut = before.some((isOut, index) => isOut && theirs[index])
          const then = { STOP: true, START: false, hello: isAnyOut }[said.word]
          const expected = before.map((isOut, index) => (theirs[index] ? then : isOut))
          expect(after, JSON.stringify(sequence)).toEqual(expected)
          const rows = await of(said.phoneNumber, said.lid)
          expect(isSplit({ workspaceId, ...said }, rows)).toBe(false)
        }
      }),
      { numRuns: RUNS[engine] },
    )
  })
})

import { createFakeClock } from '@kirim/testing/fake-clock'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Db } from '../../platform/database/database.ts'
import { engines, freshDatabase } from '../../testing/engines.ts'
import { seedUser } from '../../testing/seed-user.ts'
import { unbounded } from '../../testing/unbounded.ts'
import type { Change } from './change.ts'
import { createOptOutsRepository } from './opt-outs.repository.ts'
import { lockOptOuts, recordChange } from './record-change.ts'
import { recordChanges } from './record-changes.ts'

const OUT = { change: 'out', deviceName: 'Shop', word: 'STOP', campaignName: 'May' } as const
const BACK = { change: 'back', how: 'message', at: 5 } as const
/** What was written of people before, by the end of their number. */
const BEFORE: Record<string, readonly Change[]> = {
  unknown: [],
  byMessage: [{ ...OUT, how: 'message', at: 1 }],
  byOwner: [{ ...OUT, how: 'owner', at: 2, reason: 'Moved away' }],
  byFile: [{ ...OUT, how: 'import', at: 3, fileName: 'old.csv' }],
  cameBack: [{ ...OUT, how: 'message', at: 4, name: 'Ali' }, BACK],
}
const WHO = Object.keys(BEFORE)
/** More than what one transaction takes of those who are known. */
const OF_EACH = 30
const people = WHO.flatMap((who, n) =>
  Array.from({ length: OF_EACH }, (_, m) => ({
    who,
    phoneNumber: String(60_123_000_000 + 100 * n + m),
    name: `O'Neil “${who}” 😀 ${m}`,
  })),
)

describe.each(engines)('changes of many people, on %s,', (engine) => {
  let db: Db
  let close: () => Promise<void>
  beforeAll(async () => {
    ;({ db, close } = await freshDatabase(engine))
  })
  afterAll(() => close())

  async function list() {
    const workspaceId = await seedUser(db)
    const write = (phoneNumber: string, change: Change) =>
      db.transaction().execute(async (tx) => {
        await lockOptOuts(tx, workspaceId, change.at)
        return recordChange(tx, { workspaceId, phoneNumber, lid: null }, change)
      })
    for (const { who, phoneNumber } of people) {
      for (const change of BEFORE[who] ?? []) await write(phoneNumber, change)
    }
    const optOuts = createOptOutsRepository(db)
    async function all() {
      const rows = await optOuts.list(
        { workspaceId, standing: null, texts: [] },
        { before: null, limit: 1000 },
      )
      const told = rows.map(async ({ id, user_id: _, last_change_id, ...row }) => {
        const changes = await optOuts.changes(id)
        expect(last_change_id).toBe(changes[0]?.id)
        return { ...row, changes: changes.map(({ id: _id, opt_out_id: _of, ...change }) => change) }
      })
      const byNumber = (await Promise.all(told)).map(
        (row) => [row.phone_number ?? '', row] as const,
      )
      return Object.fromEntries(byNumber)
    }
    return { workspaceId, write, all }
  }

  test.each([
    ['left alone by a file', { change: 'out', how: 'import', fileName: 'a.csv' }],
    ['left alone by hand', { change: 'out', how: 'owner', reason: 'Asked for it' }],
    ['taken back', { change: 'back', how: 'owner', reason: 'By mistake' }],
  ] as const)('%s, leave what as many single ones leave', async (_what, change) => {
    const clock = createFakeClock()
    const together = await list()
    const changed = await recordChanges(
      { db, quota: unbounded, clock },
      together.workspaceId,
      people,
      change,
    )
    const oneByOne = await list()
    const changedThere: string[] = []
    for (const { phoneNumber, name } of people) {
      const row = await oneByOne.write(phoneNumber, { ...change, at: clock.now(), name })
      if (row) changedThere.push(phoneNumber)
    }
    expect(changed.toSorted()).toEqual(changedThere.toSorted())
    expect(changed.length).toBeGreaterThan(OF_EACH)
    expect(await together.all()).toEqual(await oneByOne.all())
  })

  test('take back only those who went in the way that is meant', async () => {
    const { workspaceId, all } = await list()
    const back = { change: 'back', how: 'owner', of: 'owner' } as const
    const changed = await recordChanges(
      { db, quota: unbounded, clock: createFakeClock() },
      workspaceId,
      people,
      back,
    )
    const byOwner = people.filter(({ who }) => who === 'byOwner')
    expect(changed).toEqual(byOwner.map(({ phoneNumber }) => phoneNumber))
    const standings = Map.groupBy(Object.values(await all()), ({ standing }) => standing)
    expect(Object.fromEntries([...standings].map(([key, rows]) => [key, rows.length]))).toEqual({
      message: OF_EACH,
      import: OF_EACH,
      back: 2 * OF_EACH,
    })
  })
})

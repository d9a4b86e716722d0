import { PreflightForm } from '@kirim/contract/campaign-preflight'
import { BLOCK_MAX_MS, longestBlockMsBestOf3 } from '@kirim/testing/longest-block'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { systemClock } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/database/database.ts'
import { engines, freshDatabase } from '../../../testing/engines.ts'
import { ledgerRooms } from '../../../testing/ledger-rooms.ts'
import { seedGroup } from '../../../testing/seed-group.ts'
import { seedDevice, seedUser } from '../../../testing/seed-user.ts'
import { runPreflight } from './run-preflight.ts'

const PEOPLE = 10_000

describe.each(engines)('the check of a large group on %s', (engine) => {
  let db: Db
  let close: () => Promise<void>
  let account: { userId: string; deviceId: string; groupId: string }
  beforeAll(async () => {
    ;({ db, close } = await freshDatabase(engine))
    const userId = await seedUser(db)
    const numbers = Array.from({ length: PEOPLE }, (_, n) => String(60_150_000_000 + n))
    account = {
      userId,
      deviceId: await seedDevice(db, userId),
      groupId: await seedGroup(db, userId, 'Everybody', numbers),
    }
  })
  afterAll(() => close())

  function check(signal: AbortSignal, isAsked = () => {}) {
    const { userId, deviceId, groupId: contactGroupId } = account
    const caption = 'Hi {a|b} [name|you], [wa_name] '.repeat(200)
    const form = PreflightForm.parse({ contactGroupId, caption })
    const deps = {
      ...ledgerRooms(db),
      db,
      clock: systemClock,
      leftAlone: {
        numbersAmong: async () => {
          isAsked()
          return new Set<string>()
        },
        lidsAmong: async () => new Set<string>(),
      },
      isExpected: () => true,
      restsUntil: () => null,
      judgeHost: async () => 'unknown' as const,
      fileOf: async () => null,
      fieldKeysOf: async () => [],
    }
    return runPreflight(deps, userId, deviceId, form, signal)
  }

  test('holds nobody up', async () => {
    const { people, previews } = await check(new AbortController().signal)
    expect(people).toMatchObject({ total: PEOPLE, reached: PEOPLE })
    expect(previews).toHaveLength(3)
    const longest = await longestBlockMsBestOf3(() => check(new AbortController().signal))
    expect(longest).toBeLessThan(BLOCK_MAX_MS)
  })

  test('ends when nobody waits for it any more', async () => {
    const asked = new AbortController()
    let pages = 0
    const checked = check(asked.signal, () => {
      pages += 1
      if (pages === 2) asked.abort()
    })
    await expect(checked).rejects.toThrow()
    expect(pages).toBe(2)
  })
})

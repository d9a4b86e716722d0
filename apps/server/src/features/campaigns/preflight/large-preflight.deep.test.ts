import { PreflightForm } from '@kirim/contract/campaign-preflight'
import { BLOCK_MAX_MS, longestBlockMsBestOf3 } from '@kirim/testing/longest-block'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { systemClock } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/database/database.ts'
import { engines, freshDatabase } from '../../../testing/engines.ts'
import { ledgerRooms } from '../../../testing/ledger-rooms.ts'
import { seedGroup } from '../../../testing/seed-group.ts'
import { seedDevice, seedUser } from '../../../testing/seed-user.ts'
import { seeingAll } from '../../../testing/seeing.ts'
import { runPreflight } from './run-preflight.ts'

const PEOPLE = 10_000
const LONG = 10_000
const CAPTIONS: [string, string][] = [
  ['choices', '{a|b}'.repeat(LONG / 5)],
  ['brackets', '['.repeat(LONG)],
  ['choices within choices', `${'{a|'.repeat(LONG / 4)}${'}'.repeat(LONG / 4)}`],
  ['one choice', `{${'|'.repeat(LONG - 10)}}`],
  ['times', '[now_formatted]'.repeat(LONG / 15)],
]

describe.each(engines)('the check of a large group on %s', (engine) => {
  let db: Db
  let close: () => Promise<void>
  let account: { workspaceId: string; deviceId: string; groupId: string; friendsId: string }
  beforeAll(async () => {
    ;({ db, close } = await freshDatabase(engine))
    const workspaceId = await seedUser(db)
    const numbers = Array.from({ length: PEOPLE }, (_, n) => String(60_150_000_000 + n))
    account = {
      workspaceId,
      deviceId: await seedDevice(db, workspaceId),
      groupId: await seedGroup(db, workspaceId, 'Everybody', numbers),
      friendsId: await seedGroup(db, workspaceId, 'Friends', [
        '60160000001',
        '60160000002',
        '60160000003',
      ]),
    }
  })
  afterAll(() => close())

  function check(signal: AbortSignal, isAsked = () => {}) {
    const caption = 'Hi {a|b} [name|you], [wa_name] '.repeat(200)
    return checkOf({ contactGroupId: account.groupId, caption }, signal, isAsked)
  }

  function checkOf(written: object, signal: AbortSignal, isAsked = () => {}) {
    const { workspaceId, deviceId } = account
    const form = PreflightForm.parse(written)
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
      networkNames: { find: async () => null, among: async () => new Map<string, string>() },
    }
    return runPreflight(deps, seeingAll(workspaceId), deviceId, form, signal)
  }

  test('blocks no other request', async () => {
    const { people, previews } = await check(new AbortController().signal)
    expect(people).toMatchObject({ total: PEOPLE, reached: PEOPLE })
    expect(previews).toHaveLength(3)
    const longest = await longestBlockMsBestOf3(() => check(new AbortController().signal))
    expect(longest).toBeLessThan(BLOCK_MAX_MS)
  })

  test.each(CAPTIONS)(
    'of a few people, with a long caption of %s, holds nobody up',
    async (_, caption) => {
      const written = {
        contactGroupId: account.friendsId,
        caption,
        variants: [caption, caption, caption],
      }
      const work = async () => {
        const { previews } = await checkOf(written, new AbortController().signal)
        expect(previews).toHaveLength(3)
      }
      expect(await longestBlockMsBestOf3(work)).toBeLessThan(BLOCK_MAX_MS)
    },
  )

  test('does not call two captions one wording', async () => {
    const found = async (variants: string[]) => {
      const written = { contactGroupId: account.groupId, caption: 'Hi', variants }
      const { findings } = await checkOf(written, new AbortController().signal)
      return findings.map(({ code }) => code)
    }
    expect(await found([])).toContain('one_wording')
    expect(await found(['Hey'])).not.toContain('one_wording')
  })

  test('stops when the client disconnects', async () => {
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

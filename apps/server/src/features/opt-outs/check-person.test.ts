import { createFakeClock } from '@kirim/testing/fake-clock'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Db } from '../../platform/database/database.ts'
import { engines, freshDatabase } from '../../testing/engines.ts'
import { seedUser } from '../../testing/seed-user.ts'
import { createPersonCheck } from './check-person.ts'
import type { PersonWrittenTo } from './opt-outs.ports.ts'
import { lockOptOuts, recordChange } from './record-change.ts'

const [P1, P2] = ['60123456701', '60123456702']
const [L1, L2] = ['11@lid', '22@lid']

describe.each(engines)('the check of a person, on %s,', (engine) => {
  let db: Db
  let close: () => Promise<void>
  beforeAll(async () => {
    ;({ db, close } = await freshDatabase(engine))
  })
  afterAll(() => close())

  async function list(others: Readonly<Record<string, readonly string[]>> = {}) {
    const workspaceId = await seedUser(db)
    const clock = createFakeClock()
    let joins = 0
    const asked: string[] = []
    const check = createPersonCheck({
      db,
      clock,
      identities: {
        otherHalves: async ({ phoneNumber, lid }) => {
          const half = phoneNumber ?? lid ?? ''
          asked.push(half)
          return others[half] ?? []
        },
        asWritten: async (_workspaceId, number) => number.replace('+', ''),
      },
      onJoined: () => {
        joins += 1
      },
    })
    const person = (phoneNumber: string | null, lid: string | null) => ({
      workspaceId,
      phoneNumber,
      lid,
    })
    return {
      say: (word: 'out' | 'back', phoneNumber: string | null, lid: string | null) =>
        db.transaction().execute(async (tx) => {
          await lockOptOuts(tx, workspaceId, clock.now())
          const change = { change: word, how: 'message', at: clock.now() } as const
          await recordChange(tx, person(phoneNumber, lid), change)
        }),
      refusal: (
        phoneNumber: string | null,
        lid: string | null,
        more: Partial<PersonWrittenTo> = {},
      ) => check.refusalOf({ ...person(phoneNumber, lid), ...more }, db),
      rows: async () => {
        const found = await db
          .selectFrom('opt_outs')
          .select(['phone_number', 'lid', 'standing'])
          .where('user_id', '=', workspaceId)
          .execute()
        return found.map((row) => [row.phone_number, row.lid, row.standing]).sort()
      },
      joins: () => joins,
      asked,
    }
  }
  const receiver = (phoneNumber: string | null, lid: string | null) => ({
    receiver: { phoneNumber, lid },
  })

  test('counts what the network names right before, and joins what it tells', async () => {
    const { say, refusal, rows, joins } = await list()
    await say('out', null, L1)
    expect(await refusal(P1, null)).toBeNull()
    expect(await refusal(P1, null, receiver(`+${P1}`, L1))).toBe('opted_out')
    expect(await rows()).toEqual([[P1, L1, 'message']])
    expect(await refusal(P1, null)).toBe('opted_out')
    await refusal(P1, null, receiver(P1, L1))
    expect(joins()).toBe(1)
  })

  test('moves nothing from one number or identity to another', async () => {
    const { say, refusal, rows, joins } = await list()
    await say('out', P1, L1)
    expect(await refusal(P2, null, receiver(P2, L1))).toBe('opted_out')
    expect(await refusal(P1, null, receiver(P1, L2))).toBe('opted_out')
    expect(await rows()).toEqual([[P1, L1, 'message']])
    expect(joins()).toBe(0)
  })

  test('asks the owner’s other numbers for a half that is not known, in the last moment', async () => {
    const { say, refusal, asked } = await list({ [L1]: [P2, P1], [P1]: [L1] })
    await say('out', P1, null)
    expect(await refusal(null, L1)).toBe('opted_out')
    expect(await refusal(null, L2)).toBeNull()
    await say('back', P1, null)
    await say('out', null, L1)
    expect(await refusal(P1, null)).toBeNull()
    expect(await refusal(P1, null, receiver(P1, null))).toBe('opted_out')
    expect(await refusal(P2, L2, receiver(P2, L2))).toBeNull()
    expect(asked).toEqual([L1, L2, P1])
  })

  test('lets be written to who came back under both', async () => {
    const { say, refusal } = await list()
    await say('out', P1, L1)
    await say('back', P1, L1)
    expect(await refusal(P1, null, receiver(P1, L1))).toBeNull()
    expect(await refusal(P1, null, { networkNumber: P2, ...receiver(P2, L1) })).toBeNull()
  })
})

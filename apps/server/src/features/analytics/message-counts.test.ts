import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Db } from '../../platform/database/database.ts'
import { engines, freshDatabase } from '../../testing/engines.ts'
import { seedUser } from '../../testing/seed-user.ts'
import { seeingAll, seeingNumbers } from '../../testing/seeing.ts'
import {
  type CountedMove,
  countMoves,
  createMessageCountsRepository,
} from './message-counts.repository.ts'

const MORNING = Date.parse('2026-11-27T07:00:00Z')
/** The campaigns of the numbers that are seen. */
const campaignIdsOf = () => sql<string>`(select 'c1')`
const QUARTER = 15 * 60 * 1000

describe.each(engines)('the counts of messages on %s', (engine) => {
  let db: Db
  let close: () => Promise<void>
  beforeAll(async () => {
    ;({ db, close } = await freshDatabase(engine))
  })
  afterAll(() => close())

  const move = (
    workspaceId: string,
    createdAt: number,
    states: string,
    holder: string | null = 'c1',
    origin = 'campaign',
    deviceId = 'd1',
  ): CountedMove => {
    const [from = '', to = ''] = states.split(' ')
    return { message: { workspaceId, deviceId, createdAt, origin }, from, to, holder }
  }

  test('count each message in the quarter in which it left', async () => {
    const user = await seedUser(db)
    const counts = createMessageCountsRepository(db, campaignIdsOf)
    await countMoves(db, [
      move(user, MORNING, 'pending sent'),
      move(user, MORNING + 1, 'pending sent'),
      move(user, MORNING + QUARTER, 'pending sent'),
      move(user, MORNING, 'pending sent', null, 'chatbot'),
      move(user, MORNING, 'pending sent', null, 'test'),
      move(user, MORNING, 'pending sent', null, 'opt_out'),
    ])
    await countMoves(db, [
      move(user, MORNING, 'sent delivered'),
      move(user, MORNING, 'delivered read'),
      move(user, MORNING + QUARTER, 'sent failed'),
      move(user, MORNING + QUARTER, 'pending dropped'),
    ])
    expect(await counts.ofHolder(user, 'c1')).toEqual([
      { at: MORNING, sent: 1, delivered: 0, read: 1, failed: 0 },
      { at: MORNING + QUARTER, sent: 0, delivered: 0, read: 0, failed: 1 },
    ])
    expect(await counts.ofWorkspace(seeingAll(user), MORNING)).toEqual([
      { at: MORNING, sent: 2, delivered: 0, read: 1, failed: 0 },
      { at: MORNING + QUARTER, sent: 0, delivered: 0, read: 0, failed: 1 },
    ])
    expect(await counts.ofWorkspace(seeingAll(user), MORNING + 1)).toHaveLength(1)
  })

  test('belong to one user, and follow later moves', async () => {
    const [user, other] = [await seedUser(db), await seedUser(db)]
    const counts = createMessageCountsRepository(db, campaignIdsOf)
    await countMoves(db, [move(user, MORNING, 'pending sent'), move(other, MORNING, 'sent read')])
    expect(await counts.ofHolder(user, 'c1')).toEqual([
      { at: MORNING, sent: 1, delivered: 0, read: 0, failed: 0 },
    ])
    await countMoves(db, [])
    await countMoves(db, [move(user, MORNING, 'pending dropped')])
    expect(await counts.ofWorkspace(seeingAll(user), 0)).toHaveLength(1)
  })

  test('of some numbers are those of their campaigns and chatbots', async () => {
    const user = await seedUser(db)
    const counts = createMessageCountsRepository(db, campaignIdsOf)
    await countMoves(db, [
      move(user, MORNING, 'pending read', 'c1'),
      move(user, MORNING, 'pending read', 'c2', 'campaign', 'd2'),
      move(user, MORNING, 'pending sent', null, 'chatbot', 'd1'),
      move(user, MORNING, 'pending failed', null, 'chatbot', 'd2'),
    ])
    const none = { sent: 0, delivered: 0, read: 0, failed: 0 }
    const own = seeingNumbers(user, ['d1'])
    expect(await counts.ofWorkspace(own, 0)).toEqual([{ ...none, at: MORNING, sent: 1, read: 1 }])
    const ofChatbots = (...deviceIds: string[]) =>
      counts.ofChatbots({ workspaceId: user, deviceIds })
    expect(await ofChatbots('d1')).toMatchObject({ ...none, sent: 1 })
    expect(await ofChatbots('d1', 'd2')).toMatchObject({ ...none, sent: 1, failed: 1 })
    expect(await ofChatbots('d3')).toMatchObject(none)
  })

  test('of a number are never less than none, where an earlier version began them', async () => {
    const user = await seedUser(db)
    const counts = createMessageCountsRepository(db, campaignIdsOf)
    const key = { user_id: user, at: MORNING, holder: '' }
    const before = { ...key, sent: 1, delivered: 0, read: 0, failed: 0 }
    await db.insertInto('message_counts').values(before).execute()
    await countMoves(db, [move(user, MORNING, 'sent read', null, 'chatbot')])
    const read = { at: MORNING, sent: 0, delivered: 0, read: 1, failed: 0 }
    expect(await counts.ofWorkspace(seeingNumbers(user, ['d1']), 0)).toEqual([read])
    expect(await counts.ofWorkspace(seeingAll(user), 0)).toEqual([read])
  })
})

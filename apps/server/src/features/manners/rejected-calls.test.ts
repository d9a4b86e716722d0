import { createFakeClock } from '@kirim/testing/fake-clock'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Db } from '../../platform/database/database.ts'
import { newId } from '../../platform/ids.ts'
import { engines, freshDatabase } from '../../testing/engines.ts'
import { plainOutgoing } from '../../testing/plain-outgoing.ts'
import { seedUser } from '../../testing/seed-user.ts'
import { createManners } from './manners.feature.ts'
import type { CallOffer } from './manners.ports.ts'

const HOUR_MS = 60 * 60_000
const TEXT = 'We take no calls here.'
const SITI = '60131000001'
const MANNERS = { marksRead: true, showsOnline: true, rejectsCalls: true, callText: TEXT }

describe.each(engines)('calls to a number on %s', (engine) => {
  let db: Db
  let close: () => Promise<void>
  let workspaceId: string
  let deviceId: string
  const clock = createFakeClock()
  let rejected: string[]
  let serial = 0

  beforeEach(async () => {
    ;({ db, close } = await freshDatabase(engine))
    rejected = []
    workspaceId = await seedUser(db)
    deviceId = newId()
    await db
      .insertInto('devices')
      .values({
        id: deviceId,
        user_id: workspaceId,
        number: '60111111111',
        lid: null,
        name: 'Kedai Siti',
        wanted: 1,
        logged_out: 0,
        removed: 0,
        linked_at: 0,
        connected_at: null,
        last_sent_at: null,
      })
      .execute()
    await set(MANNERS)
  })
  afterEach(() => close())

  async function set(manners: typeof MANNERS): Promise<void> {
    const columns = {
      mark_read: 1,
      shows_online: 1,
      rejects_calls: manners.rejectsCalls ? 1 : 0,
      call_text: manners.callText,
    } as const
    await db
      .insertInto('device_manners')
      .values({ device_id: deviceId, ...columns })
      .onConflict((conflict) => conflict.column('device_id').doUpdateSet(columns))
      .execute()
  }

  /** One process; `fails` where the network does not take the rejection. */
  function manners(fails = false) {
    return createManners({
      db,
      clock,
      outgoing: plainOutgoing(db, { clock }),
      network: {
        markRead: async () => {},
        appear: () => () => {},
        async rejectCall({ callId }) {
          rejected.push(callId)
          if (fails) throw new Error('It is gone.')
        },
      },
      ownerOf: async () => workspaceId,
      asWritten: async (_workspaceId, number) => `as written ${number}`,
      onFault: () => {},
    })
  }

  const call = (given: Partial<CallOffer> = {}): CallOffer => ({
    deviceId,
    callId: `C${++serial}`,
    from: `${SITI}@s.whatsapp.net`,
    callerJid: `${SITI}@s.whatsapp.net`,
    callerNumber: SITI,
    callerLid: null,
    isGroup: false,
    isOver: false,
    ...given,
  })
  const texts = () =>
    db
      .selectFrom('outgoing')
      .select(['origin', 'origin_id', 'jid', 'text', 'state', 'may_have_left'])
      .orderBy('created_at')
      .execute()

  test('are rejected, and the caller gets one text an hour, by number or LID', async () => {
    const { handleCall } = manners()
    const first = call()
    await handleCall(first)
    await handleCall(first)
    await handleCall(call())
    await handleCall(call({ callerJid: '77@lid', callerLid: '77@lid' }))
    expect(rejected).toHaveLength(4)
    expect(await texts()).toEqual([
      {
        origin: 'call',
        origin_id: first.callId,
        jid: first.callerJid,
        text: TEXT,
        state: 'pending',
        may_have_left: 0,
      },
    ])
    clock.advance(HOUR_MS + 1)
    await handleCall(call({ callerJid: '77@lid', callerNumber: null, callerLid: '77@lid' }))
    expect(await texts()).toHaveLength(2)
  })

  test('of several people at once send a text to each', async () => {
    const { handleCall } = manners()
    const people = [1, 2, 3].map((n) => `6013100001${n}`)
    const calls = people.flatMap((number) => {
      const jid = `${number}@s.whatsapp.net`
      const of = { callerNumber: number, callerJid: jid }
      return [call(of), call(of)]
    })
    await Promise.all(calls.map(handleCall))
    const told = await texts()
    expect(told.map(({ jid }) => jid).sort()).toEqual(people.map((n) => `${n}@s.whatsapp.net`))
  })

  test.each<[string, Partial<CallOffer>]>([
    ['of a group', { isGroup: true }],
    ['that rang while it was away', { isOver: true }],
  ])('%s are left alone', async (_what, given) => {
    await manners().handleCall(call(given))
    expect(rejected).toEqual([])
    expect(await texts()).toEqual([])
  })

  test('are not rejected until the owner turns it on, and without a text if it is empty', async () => {
    await set({ ...MANNERS, callText: '' })
    await manners().handleCall(call())
    expect(rejected).toHaveLength(1)
    await set({ ...MANNERS, rejectsCalls: false })
    await manners().handleCall(call())
    expect(rejected).toHaveLength(1)
    expect(await texts()).toEqual([])
  })

  test('a text to a caller survives a kill, and the next process does not send it again', async () => {
    const first = call()
    await manners(true).handleCall(first)
    const { handleCall, origin } = manners()
    await handleCall(first)
    await handleCall(call())
    expect(await texts()).toHaveLength(1)
    const about = { workspaceId, deviceId, originId: first.callId }
    expect(await origin.personOf(about, db)).toEqual({
      workspaceId,
      phoneNumber: `as written ${SITI}`,
      networkNumber: SITI,
      lid: null,
    })
    expect(await origin.personOf({ ...about, originId: 'other' }, db)).toBeNull()
  })

  test('are stored while their text may still be sent, for the opt-out check', async () => {
    const { handleCall, origin } = manners()
    const first = call()
    await handleCall(first)
    clock.advance(25 * HOUR_MS)
    await handleCall(call())
    const about = { workspaceId, deviceId, originId: first.callId }
    expect(await origin.personOf(about, db)).toMatchObject({ networkNumber: SITI })
  })

  test('are forgotten after a day', async () => {
    const { handleCall } = manners()
    await handleCall(call())
    await db.deleteFrom('outgoing').execute()
    clock.advance(25 * HOUR_MS)
    await handleCall(call())
    const rows = await db.selectFrom('rejected_calls').select('call_id').execute()
    expect(rows).toHaveLength(1)
  })
})

import { until } from '@kirim/testing/until'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Db } from '../../../platform/database/database.ts'
import { freshDatabase, journeyEngines } from '../../../testing/engines.ts'
import { STRANGERS, startLimitedNumber } from '../../../testing/limited-number.ts'
import { seedGroup } from '../../../testing/seed-group.ts'
import { skipWaiting } from '../actions/cancel-campaign.ts'
import { removePerson } from '../actions/remove-person.ts'
import { freezePeople } from '../audience/freeze-people.ts'
import { createFreezesRepository } from '../audience/freezes.repository.ts'
import { createLedgerRepository } from './ledger.repository.ts'

const HOUR = 3_600_000
const [LOST, OTHER] = STRANGERS
const UNSETTLED = ['held', 'new_chats_unsettled']

describe.each(journeyEngines)(
  'somebody refused after a try without an answer, on %s,',
  (engine) => {
    let db: Db
    let close: () => Promise<void>
    beforeAll(async () => {
      ;({ db, close } = await freshDatabase(engine))
    })
    afterAll(() => close())

    /** The first of two people may have the message; the network refused to take it again. */
    async function held(how: { readonly withSound?: boolean } = {}) {
      const number = await startLimitedNumber(db)
      const { world, clock, deviceId, campaignTo, becomes, connect, people } = number
      world.silent = true
      const id = await campaignTo([LOST, OTHER], how)
      connect()
      await until('one was tried', () => {
        clock.advance(1000)
        return world.tried.length === 1
      })
      world.silent = false
      await becomes(id, { held: 2, sending: 0, failed: 0 })
      const messages = () =>
        db
          .selectFrom('outgoing')
          .select(['message_id', 'state', 'may_have_left', 'attempts'])
          .where('device_id', '=', deviceId)
          .orderBy('part')
          .execute()
      const [{ message_id: messageId } = { message_id: '' }] = await messages()
      const standing = async () => {
        const [lost] = await people(id)
        return [lost?.state, lost?.reason]
      }
      const lost = async () => {
        const found = db.selectFrom('recipients').selectAll().where('campaign_id', '=', id)
        return found.where('phone_number', '=', LOST).executeTakeFirstOrThrow()
      }
      const letGo = () => {
        world.limited = false
        world.tried = []
        clock.advance(HOUR)
      }
      return { ...number, id, messageId, messages, standing, lost, letGo }
    }

    test('is held, and gets the same message again after the limit', async () => {
      const { world, messageId, messages, standing, letGo, becomes, id } = await held()
      expect(world.tried).toEqual([LOST, LOST])
      expect(await standing()).toEqual(UNSETTLED)
      expect(await messages()).toEqual([
        { message_id: messageId, state: 'pending', may_have_left: 1, attempts: 0 },
      ])
      letGo()
      await becomes(id, { sent: 2, held: 0, failed: 0 })
      expect(world.sent).toContain(`${LOST} ${messageId}`)
    })

    test('is held even if known, which extends the limit to such people', async () => {
      const { world, campaignTo, becomes, connect, people, clock } = await startLimitedNumber(db)
      world.limited = false
      const before = await campaignTo(STRANGERS)
      connect()
      await becomes(before, { sent: 3 })
      world.silent = true
      world.tried = []
      const id = await campaignTo(before)
      await until('one was tried', () => {
        clock.advance(1000)
        return world.tried.length > 0
      })
      world.silent = false
      world.limited = true
      await becomes(id, { held: 3, failed: 0 })
      expect((await people(id)).map(({ reason }) => reason)).toEqual([
        'new_chats_unsettled',
        'new_chats_limited',
        'new_chats_limited',
      ])
    })

    test.each([
      ['sent', null],
      ['delivered', null],
      ['read', null],
      ['failed', 'unsettled_479'],
    ] as const)(
      'is %s when the network says so meanwhile, and not sent it again',
      async (status, reason) => {
        const { world, rooms, deviceId, messageId, standing, letGo, becomes, id } = await held()
        const said = { messageId, status, ...(status === 'failed' && { code: '479' }) }
        await rooms.outgoing.receipts(deviceId, [said])
        expect(await standing()).toEqual([status, reason])
        letGo()
        await becomes(id, { held: 0, sending: 0, queued: 0 })
        expect([world.tried, await standing()]).toEqual([[OTHER], [status, reason]])
      },
    )

    test('is not held when a receipt comes before the refusal', async () => {
      const { world, rooms, deviceId, clock, campaignTo, connect, people } =
        await startLimitedNumber(db)
      world.silent = true
      const id = await campaignTo([LOST])
      connect()
      await until('they were tried', () => world.tried.length === 1)
      world.silent = false
      world.meanwhile = (messageId) =>
        rooms.outgoing.receipts(deviceId, [{ messageId, status: 'delivered' }])
      await until('they were tried again', () => {
        clock.advance(1000)
        return world.tried.length === 2
      })
      await until('it is over', () => clock.nextTimer() !== null)
      expect((await people(id)).map(({ state, reason }) => [state, reason])).toEqual([
        ['delivered', null],
      ])
    })

    test('does not get it again after an opt-out', async () => {
      const { world, standing, letGo, becomes, id } = await held()
      world.optedOut.add(LOST)
      letGo()
      await becomes(id, { sent: 1, failed: 1, held: 0 })
      expect([world.tried, await standing()]).toEqual([[OTHER], ['failed', 'opted_out_unsettled']])
    })

    test('fails when their campaign is cancelled; a receipt still counts', async () => {
      const { rooms, deviceId, messageId, people, standing, counts, id } = await held()
      const ended = { cancelled_at: 5, enabled: 0 } as const
      await db.updateTable('campaigns').set(ended).where('id', '=', id).execute()
      await skipWaiting({ db, ...rooms }, id)
      expect((await people(id)).map(({ state, reason }) => [state, reason])).toEqual([
        ['failed', 'unsettled_463'],
        ['skipped', 'cancelled'],
      ])
      expect(await counts(id)).toMatchObject({ held: 0, failed: 1 })
      await rooms.outgoing.receipts(deviceId, [{ messageId, status: 'delivered' }])
      expect((await standing())[0]).toBe('delivered')
    })

    test('fails when refused after the cancellation', async () => {
      const { world, clock, deviceId, campaignTo, connect, people, becomes } =
        await startLimitedNumber(db)
      world.silent = true
      const id = await campaignTo([LOST])
      connect()
      await until('they were tried', () => world.tried.length === 1)
      world.silent = false
      const ended = { cancelled_at: 5, enabled: 0 } as const
      await db.updateTable('campaigns').set(ended).where('id', '=', id).execute()
      await becomes(id, { failed: 1, sending: 0 })
      expect((await people(id)).map(({ reason }) => reason)).toEqual(['unsettled_463'])
      const limit = db.selectFrom('devices').select('limited_until').where('id', '=', deviceId)
      expect((await limit.executeTakeFirstOrThrow()).limited_until).toBeGreaterThan(clock.now())
    })

    test('stays in the campaign when waiting people are replaced', async () => {
      const { rooms, workspaceId, messages, lost, counts, people, id } = await held()
      const [before, written] = [await lost(), await messages()]
      const groupId = await seedGroup(db, workspaceId, `${id} anew`, [STRANGERS[2]])
      await db
        .updateTable('group_members')
        .set({ group_id: groupId })
        .where('contact_id', 'in', (eb) =>
          eb
            .selectFrom('contacts')
            .select('id')
            .where('user_id', '=', workspaceId)
            .where('phone_number', '=', LOST),
        )
        .execute()
      const frozen = createFreezesRepository(db, rooms.groups)
      await frozen.request(id, { groupId })
      await freezePeople({ db, ...rooms }, id)
      expect([await lost(), await messages()]).toEqual([before, written])
      expect((await people(id)).map(({ phone_number }) => phone_number)).toEqual([
        LOST,
        STRANGERS[2],
      ])
      expect(await counts(id)).toMatchObject({ held: 1, queued: 1 })
    })

    test('keeps the wording they may have received', async () => {
      const { rooms, lost, id } = await held()
      await db.updateTable('recipients').set({ variant: 1 }).where('campaign_id', '=', id).execute()
      // The second wording is gone.
      await createFreezesRepository(db, rooms.groups).requestDeal(id, [])
      await freezePeople({ db, ...rooms }, id)
      expect((await lost()).variant).toBe(1)
      const dealt = db.selectFrom('recipients').select('variant').where('campaign_id', '=', id)
      expect(await dealt.where('phone_number', '=', OTHER).execute()).toEqual([{ variant: 0 }])
    })

    test('stays when their contact is removed', async () => {
      const { rooms, clock, workspaceId, standing, messages, people, id } = await held()
      const ledger = createLedgerRepository(db, rooms)
      const events = { changed: () => {}, stop: async () => {} }
      for (const number of [LOST, OTHER])
        await removePerson({ db, ledger, events, clock }, workspaceId, number)
      expect(await standing()).toEqual(UNSETTLED)
      expect(await messages()).toHaveLength(1)
      expect((await people(id))[1]).toMatchObject({ state: 'skipped' })
    })

    describe('of a message in two parts,', () => {
      test('does not get the second part in a cancelled campaign', async () => {
        const { rooms, deviceId, messageId, standing, id } = await held({ withSound: true })
        await rooms.outgoing.receipts(deviceId, [{ messageId, status: 'delivered' }])
        const ended = { cancelled_at: 5, enabled: 0 } as const
        await db.updateTable('campaigns').set(ended).where('id', '=', id).execute()
        await skipWaiting({ db, ...rooms }, id)
        expect(await standing()).toEqual(['failed', 'cancelled_partly'])
      })

      test('waits for the second part when the first has arrived', async () => {
        const { world, rooms, deviceId, messageId, standing, messages, letGo, becomes, id } =
          await held({ withSound: true })
        const [, second] = await messages()
        await rooms.outgoing.receipts(deviceId, [{ messageId, status: 'delivered' }])
        expect(await standing()).toEqual(UNSETTLED)
        letGo()
        await becomes(id, { sent: 2, held: 0 })
        expect(world.tried).toEqual([OTHER, OTHER, LOST])
        expect(world.sent[2]).toBe(`${LOST} ${second?.message_id}`)
      })

      /** The network takes the first part of a message to one person. */
      async function firstTaken() {
        const number = await startLimitedNumber(db)
        const { world, campaignTo, connect, people } = number
        world.limited = false
        world.meanwhile = async () => {
          world.limited = world.tried.length > 1
        }
        const id = await campaignTo([LOST], { withSound: true })
        const outcome = async () => (await people(id)).map(({ state, reason }) => [state, reason])
        return { ...number, id, connect, outcome }
      }

      test('fails when a part was accepted and the next is refused', async () => {
        const { connect, becomes, id, outcome } = await firstTaken()
        connect()
        await becomes(id, { failed: 1, held: 0 })
        expect(await outcome()).toEqual([['failed', 'refused_463']])
      })

      test('may also have the next part if that was tried before', async () => {
        const { world, connect, becomes, id, outcome } = await firstTaken()
        world.meanwhile = async () => {
          world.silent = world.tried.length === 2
          world.limited = world.tried.length > 2
        }
        connect()
        await becomes(id, { failed: 1, held: 0 })
        expect([world.tried.length, await outcome()]).toEqual([3, [['failed', 'unsettled_463']]])
      })

      test('gets the next part when a receipt for the first comes before its refusal', async () => {
        const { world, rooms, deviceId, connect, becomes, id } = await firstTaken()
        world.silent = true
        world.meanwhile = async (messageId) => {
          const tries = world.tried.length
          world.silent = tries === 1
          world.limited = tries === 2
          if (tries !== 2) return
          await rooms.outgoing.receipts(deviceId, [{ messageId, status: 'delivered' }])
        }
        connect()
        await becomes(id, { sent: 1, failed: 0, held: 0 })
        expect(world.tried).toEqual([LOST, LOST, LOST])
      })
    })
  },
)

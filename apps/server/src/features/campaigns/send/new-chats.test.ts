import { until } from '@kirim/testing/until'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import type { Db } from '../../../platform/database/database.ts'
import { newMessageId } from '../../../platform/ids.ts'
import { freshDatabase, journeyEngines } from '../../../testing/engines.ts'
import { KNOWN, STRANGERS, startLimitedNumber } from '../../../testing/limited-number.ts'
import { skipWaiting } from '../actions/cancel-campaign.ts'
import { createCampaignsRepository } from '../campaign/campaigns.repository.ts'
import type { Recipient } from '../recipients/recipient-moves.ts'
import { createHeldPeopleRepository } from './held-people.repository.ts'
import { createLedgerRepository } from './ledger.repository.ts'

const HOUR = 3_600_000

describe.each(journeyEngines)('while the network limits new chats, on %s', (engine) => {
  let db: Db
  let close: () => Promise<void>
  beforeAll(async () => {
    ;({ db, close } = await freshDatabase(engine))
  })
  afterAll(() => close())

  test('holds new people after one refusal, continues known chats, fails nobody', async () => {
    const { world, campaignTo, becomes, connect, people, limitedUntil, rooms, deviceId } =
      await startLimitedNumber(db)
    const first = await campaignTo([...STRANGERS, KNOWN])
    connect()
    await becomes(first, { held: 3, sent: 1, queued: 0, failed: 0 })
    expect(world.resolved).toEqual([STRANGERS[0], KNOWN])
    const told = await people(first)
    const limit = await limitedUntil()
    expect(told.map(({ state, reason }) => [state, reason])).toEqual([
      ['held', 'new_chats_refused'],
      ['held', 'new_chats_limited'],
      ['held', 'new_chats_limited'],
      ['sent', null],
    ])
    expect(JSON.parse(told[0]?.reason_params ?? '')).toEqual({
      at: new Date(limit ?? 0).toISOString(),
    })

    const second = await campaignTo(first)
    await becomes(second, { held: 3, sent: 1 })
    expect(world.sent).toHaveLength(2)
    const campaigns = createCampaignsRepository(db, rooms.devices)
    expect([await campaigns.heldOn(deviceId), await campaigns.heldOn('another')]).toEqual([6, 0])
  })

  test('are not released by a device that leaves their campaign', async () => {
    const { rooms, campaignTo, becomes, connect } = await startLimitedNumber(db)
    const id = await campaignTo(STRANGERS)
    connect()
    await becomes(id, { held: 3 })
    const held = createHeldPeopleRepository(db, {
      ...rooms,
      heardIn: async () => new Map(),
      calledByNetwork: async () => new Map(),
    })
    expect(await held.release(id, { deviceId: 'another', runsOn: 'leaving' })).toBe(0)
    expect(await held.release(id, { deviceId: 'another', runsOn: 'further' })).toBe(2)
  })

  test("do not block the campaign's other devices", async () => {
    const { held, campaignTo, becomes, connect, deviceId } = await startLimitedNumber(db)
    const id = await campaignTo(STRANGERS)
    connect()
    await becomes(id, { held: 3 })
    await db
      .updateTable('recipients')
      .set({ device_id: deviceId })
      .where('campaign_id', '=', id)
      .execute()
    const locking = vi.spyOn(db, 'transaction')
    onTestFinished(() => locking.mockRestore())
    const other = { deviceId: 'another', runsOn: 'further' } as const
    expect([await held.release(id, other), await held.release(id, other, 1)]).toEqual([0, 0])
    expect(locking).not.toHaveBeenCalled()
    expect(await held.release(id, { deviceId, runsOn: 'own' })).toBe(3)
  })

  test('a device that knows only the last of many people finds them, then starts over', async () => {
    const { rooms, deviceId, campaignTo } = await startLimitedNumber(db)
    const many = Array.from({ length: 501 }, (_, n) => String(60_123_100_000 + n))
    const id = await campaignTo(many)
    const heard = new Map(many.slice(-1).map((number) => [number, 'them' as const]))
    const held = createHeldPeopleRepository(db, {
      ...rooms,
      heardIn: async () => heard,
      calledByNetwork: async () => new Map(),
    })
    const first = (runsOn: 'further' | 'leaving', reserved: readonly string[] = []) =>
      held.firstKnown({ id, deviceId }, { deviceId, runsOn, reserved })
    const last = await first('further')
    expect(last?.phoneNumber).toBe(many.at(-1))
    expect(await first('leaving')).toBeNull()
    expect(await first('further', [last?.id ?? ''])).toBeNull()
    heard.set(many[0] ?? '', 'them')
    expect((await first('further'))?.phoneNumber).toBe(many[0])
  })

  describe('a new person whom it has started', () => {
    const LEFT = STRANGERS[1] ?? ''

    /** It has begun two strangers, of whom something to the second may have left, and a friend. */
    async function begun() {
      const world = await startLimitedNumber(db)
      const { rooms, deviceId, clock } = world
      const id = await world.campaignTo([STRANGERS[0] ?? '', LEFT, KNOWN, STRANGERS[2] ?? ''])
      const ledger = createLedgerRepository(db, rooms)
      const people: Recipient[] = []
      for (let n = 0; n < 3; n++) {
        const campaign = await createCampaignsRepository(db, rooms.devices).findById(id)
        const reserved = people.map((person) => person.id)
        const person = await ledger.next(id, { deviceId: 'any', runsOn: 'further', reserved })
        if (!campaign || !person) throw new Error('nobody')
        const messageId = newMessageId()
        const jid = `${person.phoneNumber}@s.whatsapp.net`
        await ledger.claim(person, campaign, jid, [{ messageId, text: 'Hi', mediaId: null }], 1)
        if (person.phoneNumber !== LEFT) await rooms.outgoing.mark({ deviceId, messageId }, false)
        people.push({ ...person, jid, deviceId, state: 'sending' })
      }
      const limitEnds = clock.now() + HOUR
      await db
        .updateTable('devices')
        .set({ limited_until: limitEnds, limit_named: 1 })
        .where('id', '=', deviceId)
        .execute()
      const held = createHeldPeopleRepository(db, {
        ...rooms,
        heardIn: async () => new Map(),
        calledByNetwork: async () => new Map(),
      })
      const setAside = (place: number, isShared: boolean) => {
        const [person] = people.slice(place)
        if (!person) throw new Error('nobody')
        const how = { isShared, until: limitEnds, now: clock.now() }
        return held.setAside(deviceId, person, how)
      }
      return { ...world, id, people, setAside, held, limitEnds }
    }

    test('is held as well, unless a message may have been sent', async () => {
      const { id, world, becomes, connect, clock, people, rooms } = await begun()
      // It would be sent to anybody, if it came to that.
      world.limited = false
      connect()
      await becomes(id, { held: 2, sent: 2 })
      const sent = () => world.sent.map((line) => line.split(' ')[0])
      expect(sent()).toEqual([LEFT, KNOWN])
      const [kept] = await rooms.outgoing.pendingOf('campaign', people[0]?.id ?? '')
      clock.advance(HOUR)
      await becomes(id, { held: 0, sent: 4 })
      expect(sent()).toEqual([LEFT, KNOWN, STRANGERS[0], STRANGERS[2]])
      expect(world.sent[2]).toBe(`${STRANGERS[0]} ${kept?.messageId}`)
    })

    test('waits for the other devices of their campaign', async () => {
      const { rooms, people, counts, id, setAside } = await begun()
      expect([await setAside(0, true), await setAside(1, true)]).toEqual([true, false])
      expect(await setAside(0, true)).toBe(false)
      expect(await counts(id)).toMatchObject({ queued: 2, sending: 2, held: 0 })
      expect(await rooms.outgoing.pendingOf('campaign', people[0]?.id ?? '')).toEqual([])
    })

    test('does not wait in a cancelled campaign', async () => {
      const { id, setAside } = await begun()
      await db.updateTable('campaigns').set({ cancelled_at: 5 }).where('id', '=', id).execute()
      expect(await setAside(0, false)).toBe(false)
    })

    test('is skipped when refused after the cancellation', async () => {
      const { id, held, people, deviceId, clock, limitEnds, counts, limitedUntil } = await begun()
      const [person] = people
      if (!person) throw new Error('nobody')
      await db.updateTable('campaigns').set({ cancelled_at: 5 }).where('id', '=', id).execute()
      expect(await held.refused(person, deviceId, limitEnds + 1, clock.now())).toBe(true)
      expect(await counts(id)).toMatchObject({ held: 0, queued: 0, sending: 2 })
      expect(await limitedUntil()).toBe(limitEnds)
    })
  })

  test('one is tried after the limit, and another later after each refusal', async () => {
    const { clock, world, campaignTo, becomes, connect, limitedUntil, restart } =
      await startLimitedNumber(db)
    const id = await campaignTo(STRANGERS)
    connect()
    await becomes(id, { held: 3 })
    const first = (await limitedUntil()) ?? 0
    expect(first - clock.now()).toBeGreaterThan(HOUR / 2)
    clock.advance(HOUR)
    await until('it was tried again', async () => {
      clock.advance(1000)
      return ((await limitedUntil()) ?? 0) > first
    })
    await becomes(id, { held: 3, sending: 0, queued: 0, failed: 0 })
    await restart()
    await becomes(id, { held: 3 })

    world.limited = false
    clock.advance(HOUR)
    await becomes(id, { sent: 3, held: 0, failed: 0 })
    expect(await limitedUntil()).toBeNull()
    expect(new Set(world.sent.map((line) => line.split(' ')[0]))).toEqual(new Set(STRANGERS))
    expect(world.sent).toHaveLength(3)
  })

  /** More than the failures in a row that would pause a campaign. */
  const CUSTOMERS = Array.from({ length: 22 }, (_, n) => String(60_123_200_000 + n))

  test('people who never answered are held after one refusal, others continue, nobody fails', async () => {
    const { world, friends, campaignTo, becomes, connect, people, ...rest } =
      await startLimitedNumber(db)
    world.limited = false
    const before = await campaignTo(CUSTOMERS)
    connect()
    await becomes(before, { sent: 22 }, 60_000)
    const [answered = '', byHand = ''] = CUSTOMERS.slice(-2)
    world.heard.set(answered, 'them').set(byHand, 'only_us')
    friends.add(answered)
    world.limited = true
    world.tried = []
    const id = await campaignTo(before)
    await becomes(id, { held: 21, sent: 1, failed: 0, queued: 0 })
    expect(world.tried).toEqual([CUSTOMERS[0], answered])
    const told = (await people(id)).filter(({ state }) => state === 'held')
    expect(told.filter(({ reason }) => reason === 'new_chats_refused')).toHaveLength(1)
    expect(await rest.limitedUntil()).not.toBeNull()

    await rest.restart()
    world.limited = false
    rest.clock.advance(HOUR)
    await becomes(id, { sent: 22, held: 0, failed: 0 }, 60_000)
    expect(await rest.rooms.devices.limitsUnanswered(rest.deviceId)).toBe(false)
  })

  test('tries another person each time, before refused ones', async () => {
    const { world, friends, clock, campaignTo, becomes, connect } = await startLimitedNumber(db)
    const id = await campaignTo(STRANGERS)
    connect()
    await becomes(id, { held: 3 })
    friends.add(STRANGERS[1] ?? '')
    clock.advance(HOUR)
    await until('whoever was refused first was tried again', () => {
      clock.advance(1000)
      return world.tried.length === 3
    })
    expect(world.tried).toEqual([STRANGERS[0], STRANGERS[1], STRANGERS[0]])
    await becomes(id, { sent: 1, held: 2 })
  })

  test.each<[string, string | null, readonly string[], string]>([
    ['by the number as it was typed', null, [], '5511987654321'],
    ['under a number that varies', null, ['551187654321'], '551187654321'],
    ['by the identity alone', null, ['77001@lid'], '77001@lid'],
    ['by what the network resolved', '551187654321@s.whatsapp.net', [], '551187654321'],
    ['by the identity it resolved', '77001@lid', [], '77001@lid'],
  ])('a chat is found %s', async (_how, jid, called, kept) => {
    const { held, world, deviceId } = await startLimitedNumber(db)
    const phoneNumber = '5511987654321'
    world.called = new Map([[phoneNumber, called]])
    const found = () =>
      held.known(deviceId, [{ id: 'one', workspaceId: 'nobody', phoneNumber, jid }])
    expect(await found()).toEqual(new Set())
    world.heard.set(kept, 'them')
    expect(await found()).toEqual(new Set(['one']))
  })

  test('held people of a cancelled campaign are skipped, and their messages deleted', async () => {
    const { rooms, deviceId, campaignTo, becomes, connect, people } = await startLimitedNumber(db)
    const id = await campaignTo(STRANGERS)
    connect()
    await becomes(id, { held: 3 })
    await db
      .updateTable('campaigns')
      .set({ cancelled_at: 5, enabled: 0 })
      .where('id', '=', id)
      .execute()
    await skipWaiting({ db, ...rooms }, id)
    expect((await people(id)).map(({ state, reason }) => [state, reason])).toEqual(
      STRANGERS.map(() => ['skipped', 'cancelled']),
    )
    const left = db.selectFrom('outgoing').select('state').where('device_id', '=', deviceId)
    expect(await left.execute()).toEqual([])
  })
})

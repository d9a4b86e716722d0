import { createFakeClock } from '@kirim/testing/fake-clock'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Db, flag } from '../../../platform/database/database.ts'
import { newId, newMessageId } from '../../../platform/ids.ts'
import { CAMPAIGN_SETTINGS } from '../../../testing/campaign-row.ts'
import { engines, freshDatabase } from '../../../testing/engines.ts'
import { ledgerRooms } from '../../../testing/ledger-rooms.ts'
import { seedGroup } from '../../../testing/seed-group.ts'
import { seedDevice, seedUser } from '../../../testing/seed-user.ts'
import { freezePeople } from '../audience/freeze-people.ts'
import { createFreezesRepository } from '../audience/freezes.repository.ts'
import { createCampaignsRepository } from '../campaign/campaigns.repository.ts'
import { createCampaignOrigin } from '../recipients/campaign-origin.ts'
import type { Recipient } from '../recipients/recipient-moves.ts'
import { createHeldPeopleRepository } from './held-people.repository.ts'
import { createLedgerRepository } from './ledger.repository.ts'
import { removeFromCampaigns } from './remove-from-campaigns.ts'
import { requeueFromOffline } from './requeue.ts'

const PEOPLE = ['60123400001', '60123400002', '60123400003', '60123400004', '60123400005']
const MOST_STEPS = 40

/** The database of a process that dies before its step of this number. */
function dyingAt(db: Db, last: number): Db {
  let steps = 0
  return new Proxy(db, {
    get(target, name: keyof Db) {
      const value = target[name]
      if (typeof value !== 'function') return value
      return (...given: unknown[]) => {
        steps += 1
        if (steps >= last) throw new Error('killed')
        return (value as (...args: unknown[]) => unknown).apply(target, given)
      }
    },
  })
}

describe.each(engines)('a device removed from shared campaigns, on %s,', (engine) => {
  let db: Db
  let close: () => Promise<void>
  beforeAll(async () => {
    ;({ db, close } = await freshDatabase(engine))
  })
  afterAll(() => close())

  const clock = createFakeClock()
  const sent: string[] = []
  function depsOn(on: Db) {
    const rooms = ledgerRooms(on, {
      clock,
      origins: (outgoing) => {
        const campaign = createCampaignOrigin({ db: on, outgoing, clock })
        return { campaign, chatbot: campaign, opt_out: campaign, test: campaign, call: campaign }
      },
      sender: {
        resolve: async (_device, number) => `${number}@s.whatsapp.net`,
        async send(_device, { jid }) {
          sent.push(jid)
          return { kind: 'accepted' }
        },
      },
    })
    return { db: on, clock, ...rooms }
  }

  /**
   * The network has refused it the first, something to the second may have left, and nothing to the
   * third: the first of their two messages could not be sent. The fourth it was refused after a try
   * without an answer.
   */
  async function shared() {
    const workspaceId = await seedUser(db)
    const leaving = await seedDevice(db, workspaceId)
    await db.updateTable('devices').set({ number: '601' }).where('id', '=', leaving).execute()
    const staying = await seedDevice(db, workspaceId)
    const rooms = depsOn(db)
    const campaigns = createCampaignsRepository(db, rooms.devices)
    const ledger = createLedgerRepository(db, rooms)
    const held = createHeldPeopleRepository(db, {
      ...rooms,
      heardIn: async () => new Map(),
      calledByNetwork: async () => new Map(),
    })
    const id = newId()
    const groupId = await seedGroup(db, workspaceId, id, PEOPLE)
    const settings = { ...CAMPAIGN_SETTINGS, furtherDevices: [staying] }
    await campaigns.insert({ id, workspaceId, deviceId: leaving, now: 0 }, settings, [])
    await createFreezesRepository(db, rooms.groups).request(id, { groupId })
    await freezePeople(rooms, id)
    const begun: Recipient[] = []
    for (const came of ['refused', 'may have left', 'unsent', 'refused again'] as const) {
      const campaign = await campaigns.findById(id)
      const reserved = begun.map((person) => person.id)
      const person = await ledger.next(id, { deviceId: 'any', runsOn: 'further', reserved })
      if (!campaign || !person) throw new Error('nobody')
      begun.push(person)
      const messages = ['Hi', 'and more'].map((text) => {
        return { messageId: newMessageId(), text, mediaId: null }
      })
      await ledger.claim(person, campaign, `${person.phoneNumber}@s.whatsapp.net`, messages, 1)
      const [first = { messageId: '' }] = messages
      if (came === 'refused' || came === 'unsent') {
        await rooms.outgoing.mark({ deviceId: leaving, messageId: first.messageId }, false)
      }
      if (came === 'refused' || came === 'refused again') {
        await held.refused({ ...person, state: 'sending' }, leaving, 9, 1)
      }
    }
    const standing = async () => {
      const people = await db
        .selectFrom('recipients')
        .select(['state', 'reason', 'device_id'])
        .where('campaign_id', '=', id)
        .orderBy('position')
        .execute()
      const campaign = await campaigns.findById(id)
      const { queued, held: waiting, sending, failed } = campaign?.counts ?? {}
      const known = db.selectFrom('campaign_devices').selectAll().where('campaign_id', '=', id)
      return {
        people: people.map(({ state, reason, device_id }) => [state, reason, device_id]),
        counts: { queued, held: waiting, sending, failed },
        devices: [campaign?.deviceId, campaign?.furtherDevices, await known.execute()],
      }
    }
    return { id, leaving, staying, standing, begun, rooms, campaigns, ledger }
  }

  test('leaves nobody stuck, wherever it is interrupted and repeated', async () => {
    let cuts = 0
    for (let step = 1; step < MOST_STEPS; step++) {
      const { id, leaving, staying, standing } = await shared()
      const isCut = await removeFromCampaigns(depsOn(dyingAt(db, step)), leaving).then(
        () => false,
        () => true,
      )
      if (isCut) cuts += 1
      await removeFromCampaigns(depsOn(db), leaving)
      expect([step, id, await standing()]).toEqual([
        step,
        id,
        {
          people: [
            ['queued', null, null],
            ['failed', 'number_removed', leaving],
            ['queued', null, null],
            ['failed', 'number_removed', leaving],
            ['queued', null, null],
          ],
          counts: { queued: 3, held: 0, sending: 0, failed: 2 },
          devices: [staying, [], []],
        },
      ])
      if (!isCut) break
    }
    expect(cuts).toBeGreaterThan(5)
  })

  test('sends nothing more to re-queued people', async () => {
    const { leaving, staying, begun, rooms, campaigns, ledger } = await shared()
    const [, , unsent] = begun
    if (!unsent) throw new Error('nobody')
    const stale = await rooms.outgoing.pendingOf('campaign', unsent.id)
    await removeFromCampaigns(depsOn(db), leaving)
    sent.length = 0
    expect(await rooms.outgoing.handOverAll('campaign', unsent.id, stale)).toEqual({
      kind: 'failed',
    })
    expect(sent).toEqual([])

    const campaign = (await campaigns.listOpen(staying)).find(
      ({ id: one }) => one === unsent.campaignId,
    )
    if (!campaign) throw new Error('no campaign')
    const jid = `${unsent.phoneNumber}@s.whatsapp.net`
    const message = { messageId: newMessageId(), text: 'Hi', mediaId: null }
    const claim = await ledger.claim(unsent, campaign, jid, [message], 2)
    if (claim.kind !== 'claimed') throw new Error('not claimed')
    expect(await ledger.withdraw(unsent, leaving, 'opted_out', 3)).toBe(false)
    await rooms.outgoing.handOverAll('campaign', unsent.id)
    expect(sent).toEqual([jid])
    const row = db.selectFrom('recipients').select(['state', 'device_id'])
    expect(await row.where('id', '=', unsent.id).execute()).toEqual([
      { state: 'sent', device_id: staying },
    ])
  })

  test('does not get people held by another device', async () => {
    const { leaving, staying, campaigns, id } = await shared()
    const held = async () => [await campaigns.heldOn(leaving), await campaigns.heldOn(staying)]
    expect(await held()).toEqual([2, 0])
    await db
      .updateTable('recipients')
      .set({ device_id: staying })
      .where('campaign_id', '=', id)
      .where('state', '=', 'held')
      .execute()
    expect(await held()).toEqual([0, 2])
    await db.updateTable('campaigns').set({ enabled: 0 }).where('id', '=', id).execute()
    expect(await held()).toEqual([0, 0])
  })

  test('an offline device releases only people to whom nothing was sent', async () => {
    const { id, leaving, staying, standing } = await shared()
    const requeue = (here: string) =>
      requeueFromOffline(depsOn(db), id, (deviceId) => deviceId === here)
    expect(await requeue(leaving)).toBe(0)
    expect([await requeue(staying), await requeue(staying)]).toEqual([2, 0])
    const { people, counts, devices } = await standing()
    expect(people.slice(0, 4)).toEqual([
      ['queued', null, null],
      ['sending', null, leaving],
      ['queued', null, null],
      ['held', 'new_chats_unsettled', leaving],
    ])
    expect(counts).toEqual({ queued: 3, held: 1, sending: 1, failed: 0 })
    expect(devices.slice(0, 2)).toEqual([leaving, [staying]])
  })

  test('skips its people in a cancelled campaign instead of re-queueing them', async () => {
    const { id, leaving, begun, standing } = await shared()
    await db.updateTable('campaigns').set({ cancelled_at: 5 }).where('id', '=', id).execute()
    await removeFromCampaigns(depsOn(db), leaving)
    expect((await standing()).people[2]).toEqual(['skipped', 'cancelled', leaving])
    const left = db.selectFrom('outgoing').select('origin_id')
    expect(await left.where('origin_id', '=', begun[2]?.id ?? '').execute()).toEqual([])
  })

  test('ignores a campaign that is being deleted', async () => {
    const { id, leaving, standing } = await shared()
    const rows = { campaign_id: id, device_id: leaving, active: flag(false) }
    await db.insertInto('campaign_devices').values(rows).execute()
    await db.updateTable('campaigns').set({ erasing: 1 }).where('id', '=', id).execute()
    const before = await standing()
    expect(await removeFromCampaigns(depsOn(db), leaving)).toEqual([])
    expect(await standing()).toEqual(before)
  })
})

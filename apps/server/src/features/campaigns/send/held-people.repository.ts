import { setImmediate } from 'node:timers/promises'
import { iso } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/database/database.ts'
import { createCampaignsRepository, lockCampaign } from '../campaign/campaigns.repository.ts'
import type { Campaign } from '../campaign/stored-campaign.ts'
import type { CampaignDevices } from '../campaign-devices.ports.ts'
import type { LedgerOutgoing, LedgerRooms } from '../campaigns.ports.ts'
import { HELD_UNSETTLED } from '../recipients/reasons.ts'
import {
  isWrittenFrom,
  moveRecipients,
  type Recipient,
  selectRecipients,
} from '../recipients/recipient-moves.ts'
import { nextRecipient } from '../recipients/recipient-state.ts'
import { createKnownPeople, type KnownPeopleRooms } from './known-people.repository.ts'
import type { Share } from './ledger.repository.ts'
import { requeueUnsent } from './requeue.ts'

/** People per transaction, which takes some hundredths of a second at most. */
const STEP = 500

/** Pages per search for a known person. */
const STEPS_AT_ONCE = 4

/** Remembered positions of searches; above it all start over. */
const PLACES_MAX = 1000

/** Why a person is held: refused, refused at a later attempt, or not tried at all. */
type HeldReason = 'new_chats_refused' | typeof HELD_UNSETTLED | 'new_chats_limited'

interface HeldRooms extends KnownPeopleRooms {
  readonly outgoing: LedgerOutgoing
  readonly devices: LedgerRooms['devices'] &
    Pick<CampaignDevices, 'limitNewChats' | 'limitsUnanswered'>
}

/** A person's held rows in one campaign. */
export interface HeldWriters {
  readonly campaignId: string
  readonly ids: readonly string[]
}

/** People who wait until their number may begin new chats. */
export function createHeldPeopleRepository(db: Db, rooms: HeldRooms) {
  const { outgoing, devices } = rooms
  const { known, standingsOf } = createKnownPeople(db, rooms)

  /** The position at which a device's search through a campaign continues. */
  const places = new Map<string, number>()

  function waiting(campaignId: string, after = -1) {
    return selectRecipients(db)
      .select('position')
      .where('campaign_id', '=', campaignId)
      .where('state', '=', 'queued')
      .where('position', '>', after)
      .orderBy('position')
      .limit(STEP)
      .execute()
  }

  async function hold(
    tx: Db,
    { campaignId, workspaceId, state: from }: Recipient,
    ids: readonly string[],
    how: { readonly reason: HeldReason; readonly until: number; readonly now: number },
  ): Promise<number> {
    const to = nextRecipient(from, 'held')
    const marks = { reason: how.reason, reason_params: JSON.stringify({ at: iso(how.until) }) }
    return moveRecipients(tx, outgoing, { campaignId, workspaceId, from, to, marks }, ids, how.now)
  }

  /** Re-queues held people; those with stored messages are sent exactly these. */
  async function letGo(
    tx: Db,
    { id: campaignId, workspaceId }: Pick<Campaign, 'id' | 'workspaceId'>,
    ids: readonly string[],
  ): Promise<void> {
    const parts = await outgoing.statesOf(tx, 'campaign', ids)
    const written = new Set(parts.map(({ originId }) => originId))
    for (const event of ['claimed', 'released'] as const) {
      const own = ids.filter((id) => written.has(id) === (event === 'claimed'))
      if (own.length === 0) continue
      const to = nextRecipient('held', event)
      const transition = { campaignId, workspaceId, from: 'held', to, marks: {} } as const
      await moveRecipients(tx, outgoing, transition, own, null)
    }
  }

  return {
    known,

    /**
     * The next known person of the device among those who wait. People before them are held, so
     * that nobody is checked twice. Null if the next page has none; `held` is the number held.
     */
    async nextKnown(
      campaign: Pick<Campaign, 'id' | 'deviceId'>,
      until: number,
      now: number,
    ): Promise<{ readonly person: Recipient | null; readonly held: number }> {
      const people = await waiting(campaign.id)
      const ours = await known(campaign.deviceId, people)
      const upTo = people.findIndex(({ id }) => ours.has(id))
      const before = upTo === -1 ? people : people.slice(0, upTo)
      const [first] = before
      if (!first) return { person: people[upTo] ?? null, held: 0 }
      const held = await db.transaction().execute(async (tx) => {
        await lockCampaign(tx, campaign.id)
        const ids = before.map(({ id }) => id)
        return hold(tx, first, ids, { reason: 'new_chats_limited', until, now })
      })
      return { person: null, held }
    },

    /**
     * The next known person of the device among those who wait; holds nobody. The search continues
     * with the next call, and starts over after the last person.
     */
    async firstKnown(
      campaign: Pick<Campaign, 'id' | 'deviceId'>,
      { runsOn, reserved }: Share,
    ): Promise<Recipient | null> {
      if (runsOn === 'leaving') return null
      const place = `${campaign.id} ${campaign.deviceId}`
      let after = places.get(place) ?? -1
      if (places.size > PLACES_MAX) places.clear()
      for (let step = 0; step < STEPS_AT_ONCE; step += 1) {
        const rows = await waiting(campaign.id, after)
        const free = rows.filter(({ id }) => !reserved.includes(id))
        const ours = await known(campaign.deviceId, free)
        const found = free.find(({ id }) => ours.has(id))
        if (found) return found
        const last = rows.at(-1)
        if (rows.length < STEP || !last) {
          places.delete(place)
          return null
        }
        after = last.position
        places.set(place, after)
        await setImmediate()
      }
      return null
    },

    /**
     * Holds a person whom the network has just refused, with their stored messages, and stores the
     * end of the limit. False if a part has arrived, and in a cancelled campaign if one may have. A
     * refusal of someone written to before shows that the limit also applies to such people.
     */
    async refused(
      recipient: Recipient,
      deviceId: string,
      until: number,
      now: number,
    ): Promise<boolean> {
      const standing = (await standingsOf(deviceId, [recipient])).get(recipient.id)
      return db.transaction().execute(async (tx) => {
        await lockCampaign(tx, recipient.campaignId)
        const parts = await outgoing.statesOf(tx, 'campaign', [recipient.id])
        if (parts.some(({ state }) => state !== 'pending')) return false
        if (!(await isWrittenFrom(tx, recipient.id, deviceId))) return false
        await devices.limitNewChats(tx, deviceId, until, now, standing === 'unanswered')
        const campaign = await createCampaignsRepository(tx, devices).findById(recipient.campaignId)
        if (!campaign) return false
        // A cancelled campaign has no waiting people: they are skipped.
        if (campaign.cancelledAt !== null) {
          return (await requeueUnsent(tx, outgoing, campaign, [recipient.id])) > 0
        }
        const unsent = await outgoing.unsentOf(tx, 'campaign', [recipient.id])
        const reason = unsent.length > 0 ? 'new_chats_refused' : HELD_UNSETTLED
        const sending = { ...recipient, state: 'sending' } as const
        return (await hold(tx, sending, [recipient.id], { reason, until, now })) > 0
      })
    },

    /**
     * Holds a new person whom the device started before it was limited, with their stored messages;
     * in a shared campaign another device takes over. False if a message may have been sent, and in
     * a cancelled campaign.
     */
    setAside(
      deviceId: string,
      started: Recipient,
      how: { readonly isShared: boolean; readonly until: number; readonly now: number },
    ): Promise<boolean> {
      return db.transaction().execute(async (tx) => {
        await lockCampaign(tx, started.campaignId)
        const campaign = await createCampaignsRepository(tx, devices).findById(started.campaignId)
        if (!campaign || campaign.cancelledAt !== null) return false
        if (!(await isWrittenFrom(tx, started.id, deviceId))) return false
        if (how.isShared) return (await requeueUnsent(tx, outgoing, campaign, [started.id])) > 0
        const unsent = await outgoing.unsentOf(tx, 'campaign', [started.id])
        if (unsent.length === 0) return false
        return (await hold(tx, started, unsent, { ...how, reason: 'new_chats_limited' })) > 0
      })
    },

    /**
     * Re-queues at most `most` people who are held for this device or for none in particular; those
     * with stored messages are sent exactly these. A device that leaves the campaign releases only
     * its own people. Returns their number.
     */
    async release(
      campaignId: string,
      { deviceId, runsOn }: Pick<Share, 'deviceId' | 'runsOn'>,
      most = STEP,
    ): Promise<number> {
      // Every device asks at each step, and held people mostly belong to another one.
      const some = await idsToRelease(db, campaignId, { deviceId, runsOn }, 1)
      if (some.length === 0) return 0
      return db.transaction().execute(async (tx) => {
        await lockCampaign(tx, campaignId)
        const campaign = await createCampaignsRepository(tx, devices).findById(campaignId)
        if (!campaign || campaign.cancelledAt !== null) return 0
        const ids = await idsToRelease(tx, campaignId, { deviceId, runsOn }, most)
        if (ids.length === 0) return 0
        await letGo(tx, campaign, ids)
        return ids.length
      })
    },

    /**
     * Re-queues held people of a device who have written to it, so its limit no longer applies to
     * them. Returns their number.
     */
    releaseWriters(deviceId: string, { campaignId, ids }: HeldWriters): Promise<number> {
      return db.transaction().execute(async (tx) => {
        await lockCampaign(tx, campaignId)
        const campaign = await createCampaignsRepository(tx, devices).findById(campaignId)
        if (!campaign || campaign.cancelledAt !== null) return 0
        const rows = await tx
          .selectFrom('recipients')
          .select('id')
          .where('id', 'in', ids)
          .where('state', '=', 'held')
          .where((eb) => eb(eb.fn.coalesce('device_id', eb.val(campaign.deviceId)), '=', deviceId))
          .execute()
        if (rows.length > 0)
          await letGo(
            tx,
            campaign,
            rows.map(({ id }) => id),
          )
        return rows.length
      })
    },
  }
}

export type HeldPeopleRepository = ReturnType<typeof createHeldPeopleRepository>

async function idsToRelease(
  db: Db,
  campaignId: string,
  { deviceId, runsOn }: Pick<Share, 'deviceId' | 'runsOn'>,
  most: number,
): Promise<readonly string[]> {
  const held = db
    .selectFrom('recipients')
    .select('id')
    .where('campaign_id', '=', campaignId)
    .where('state', '=', 'held')
    .where((eb) =>
      eb.or([
        eb('device_id', '=', deviceId),
        ...(runsOn === 'leaving' ? [] : [eb('device_id', 'is', null)]),
      ]),
    )
    .orderBy('position')
    .limit(most)
  // A single trial takes another person than the last one: a refusal may concern only them.
  const refused: readonly HeldReason[] = ['new_chats_refused', HELD_UNSETTLED]
  const others = most > 1 ? [] : await held.where('reason', 'not in', refused).execute()
  const rows = others.length > 0 ? others : await held.execute()
  return rows.map(({ id }) => id)
}

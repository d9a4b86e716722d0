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
import { handBackUnsent } from './hand-back.ts'
import { createKnownPeople, type KnownPeopleRooms } from './known-people.repository.ts'
import type { Share } from './ledger.repository.ts'

/** People of one transaction, which takes some hundredths of a second at most. */
const STEP = 500

/** Steps of one look for somebody whom a device knows. */
const STEPS_AT_ONCE = 4

/** Places that looks for known people have come to; of more, some begin anew. */
const PLACES_MAX = 1000

/** Why somebody is held: the network refused them, only a later try of theirs, or would have. */
type HeldReason = 'new_chats_refused' | typeof HELD_UNSETTLED | 'new_chats_limited'

interface HeldRooms extends KnownPeopleRooms {
  readonly outgoing: LedgerOutgoing
  readonly devices: LedgerRooms['devices'] &
    Pick<CampaignDevices, 'limitNewChats' | 'limitsUnanswered'>
}

/** Somebody as they are held in one campaign. */
export interface HeldWriters {
  readonly campaignId: string
  readonly ids: readonly string[]
}

/** People who wait until the network lets their number write to somebody new. */
export function createHeldPeopleRepository(db: Db, rooms: HeldRooms) {
  const { outgoing, devices } = rooms
  const { known, standingsOf } = createKnownPeople(db, rooms)

  /** After which position the next look of a device through a campaign goes on. */
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
    { campaignId, userId, state: from }: Recipient,
    ids: readonly string[],
    how: { readonly reason: HeldReason; readonly until: number; readonly now: number },
  ): Promise<number> {
    const to = nextRecipient(from, 'held')
    const marks = { reason: how.reason, reason_params: JSON.stringify({ at: iso(how.until) }) }
    return moveRecipients(tx, outgoing, { campaignId, userId, from, to, marks }, ids, how.now)
  }

  /** With what was to be sent to them already they are sent it as it is. */
  async function letGo(
    tx: Db,
    { id: campaignId, userId }: Pick<Campaign, 'id' | 'userId'>,
    ids: readonly string[],
  ): Promise<void> {
    const parts = await outgoing.statesOf(tx, 'campaign', ids)
    const written = new Set(parts.map(({ originId }) => originId))
    for (const event of ['claimed', 'released'] as const) {
      const own = ids.filter((id) => written.has(id) === (event === 'claimed'))
      if (own.length === 0) continue
      const to = nextRecipient('held', event)
      const transition = { campaignId, userId, from: 'held', to, marks: {} } as const
      await moveRecipients(tx, outgoing, transition, own, null)
    }
  }

  return {
    known,

    /**
     * The next person whom the device knows, among those who wait. Whoever comes before them is
     * held, so that nobody is looked through twice. Null when there is none among the next ones;
     * `held` says how many have been held.
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
     * The next person whom the device knows, among the next ones who wait; holds nobody. Where
     * there is none, the next call looks further, and from the beginning again after the last.
     */
    async firstKnown(
      campaign: Pick<Campaign, 'id' | 'deviceId'>,
      { runsOn, taken }: Share,
    ): Promise<Recipient | null> {
      if (runsOn === 'leaving') return null
      const place = `${campaign.id} ${campaign.deviceId}`
      let after = places.get(place) ?? -1
      if (places.size > PLACES_MAX) places.clear()
      for (let step = 0; step < STEPS_AT_ONCE; step += 1) {
        const rows = await waiting(campaign.id, after)
        const free = rows.filter(({ id }) => !taken.includes(id))
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
     * Holds somebody whom the network has just refused, with what was to be sent to them, and
     * remembers until when the number is limited. False when a part of it has arrived, and of an
     * ended campaign when one may have. Somebody who was written to before shows that the limit is
     * not only of those who never were.
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
        // Nobody waits in a campaign that is ended: they are passed over.
        if (campaign.cancelledAt !== null) {
          return (await handBackUnsent(tx, outgoing, campaign, [recipient.id])) > 0
        }
        const unsent = await outgoing.unsentOf(tx, 'campaign', [recipient.id])
        const reason = unsent.length > 0 ? 'new_chats_refused' : HELD_UNSETTLED
        const sending = { ...recipient, state: 'sending' } as const
        return (await hold(tx, sending, [recipient.id], { reason, until, now })) > 0
      })
    },

    /**
     * Somebody new whom the device has begun, before it was limited, is held with what was to be
     * sent to them; of a campaign that several devices send, another one writes to them. False when
     * something to them may have left, and of a campaign that is ended: nobody waits in it.
     */
    setAside(
      deviceId: string,
      begun: Recipient,
      how: { readonly isShared: boolean; readonly until: number; readonly now: number },
    ): Promise<boolean> {
      return db.transaction().execute(async (tx) => {
        await lockCampaign(tx, begun.campaignId)
        const campaign = await createCampaignsRepository(tx, devices).findById(begun.campaignId)
        if (!campaign || campaign.cancelledAt !== null) return false
        if (!(await isWrittenFrom(tx, begun.id, deviceId))) return false
        if (how.isShared) return (await handBackUnsent(tx, outgoing, campaign, [begun.id])) > 0
        const unsent = await outgoing.unsentOf(tx, 'campaign', [begun.id])
        if (unsent.length === 0) return false
        return (await hold(tx, begun, unsent, { ...how, reason: 'new_chats_limited' })) > 0
      })
    },

    /**
     * Lets some of those whom this device holds, or nobody in particular, wait as before, at most
     * `most`; with what was to be sent to them already they are sent it as it is. One that leaves
     * the campaign writes to nobody new, and lets nobody else's people wait. Returns how many.
     */
    async release(
      campaignId: string,
      { deviceId, runsOn }: Pick<Share, 'deviceId' | 'runsOn'>,
      most = STEP,
    ): Promise<number> {
      // All its devices ask at each step; those who are held are mostly another's.
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
     * Of a campaign, those of these people whom the device holds wait as before: they have written
     * to it, so no limit is of them any more. Returns how many.
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
  // Where one is tried, that is somebody else than the last time: a refusal may be of theirs alone.
  const refused: readonly HeldReason[] = ['new_chats_refused', HELD_UNSETTLED]
  const others = most > 1 ? [] : await held.where('reason', 'not in', refused).execute()
  const rows = others.length > 0 ? others : await held.execute()
  return rows.map(({ id }) => id)
}

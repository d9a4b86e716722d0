import type { RecipientState } from '@kirim/contract/campaigns'
import { REFUSALS, type Refusal } from '@kirim/contract/outgoing'
import type { ErrorParams } from '@kirim/contract/refusals'
import type { Db } from '../../../platform/database/database.ts'
import type {
  CampaignDevices,
  CampaignOutgoing,
  LeftAloneSince,
  PersonMessage,
  StoredPersonMessage,
} from '../campaigns.ports.ts'
import { createCampaignsRepository } from '../campaigns.repository.ts'
import {
  countMoves,
  isWrittenFrom,
  lockCampaign,
  type Moved,
  moveRecipients,
  type Recipient,
  type TransitionColumns,
  toRecipient,
} from '../people/recipient-moves.ts'
import { nextRecipient } from '../people/recipient-state.ts'
import { NO_REASON } from '../people/why-there.ts'
import { canBeRetried } from '../state/can-be-retried.ts'
import { cancelledMarks } from '../state/cancel-campaign.ts'
import type { Campaign } from '../stored-campaign.ts'

/** One composed message to a person. */
export interface PlannedMessage {
  readonly messageId: string
  readonly text: string
  readonly mediaId: string | null
}

/** Which people of a campaign one of its devices may take. */
export interface Share {
  readonly deviceId: string
  readonly runsOn: Campaign['runsOn']
  /** People whom other devices are about to claim. */
  readonly taken: readonly string[]
}

export type ClaimOutcome =
  | { readonly kind: 'claimed'; readonly stored: readonly StoredPersonMessage[] }
  /**
   * The person is skipped, or the campaign was switched off, changed or deleted since it was read:
   * there may be somebody else to write to.
   */
  | { readonly kind: 'not_claimed' }
  /** A check refuses for now. */
  | { readonly kind: 'waits' }

const NOT_CLAIMED: ClaimOutcome = { kind: 'not_claimed' }
const WAITS: ClaimOutcome = { kind: 'waits' }

/** Why somebody is settled without a message. */
export interface Why {
  readonly reason: string
  readonly params?: ErrorParams
  /** Something was tried; what was known before is no failure in a row. */
  readonly isNews?: boolean
}

/** The ledger: what was sent to each person, and its outcome. */
export function createLedgerRepository(
  db: Db,
  {
    outgoing,
    devices,
    leftAloneSince,
  }: {
    outgoing: CampaignOutgoing
    devices: CampaignDevices
    leftAloneSince: LeftAloneSince
  },
) {
  return {
    /** An interrupted recipient comes before queued ones. */
    async next(campaignId: string, share?: Share): Promise<Recipient | null> {
      const begun = await firstIn(db, campaignId, 'sending', share)
      if (begun || share?.runsOn === 'leaving') return begun
      return firstIn(db, campaignId, 'queued', share)
    },

    interrupted: (campaignId: string, share?: Share) => firstIn(db, campaignId, 'sending', share),

    async keepJid(recipientId: string, jid: string): Promise<void> {
      await db.updateTable('recipients').set({ jid }).where('id', '=', recipientId).execute()
    },

    lastSentAt: devices.lastSentAt,
    limitedUntil: devices.limitedUntil,
    dayOfDevice: devices.dayOfDevice,
    /** The network lets the device write to new people again. */
    endLimit: devices.endLimit,
    markSentAt: (deviceId: string, at: number) => devices.markSentAt(db, deviceId, at),

    /** Stores the messages to a person before they are sent; they have left by `leavesBy`. */
    async claim(
      recipient: Recipient,
      campaign: Pick<Campaign, 'deviceId' | 'updatedAt'>,
      jid: string,
      messages: readonly PlannedMessage[],
      now: number,
      leavesBy = now,
    ): Promise<ClaimOutcome> {
      const { id, campaignId, userId } = recipient
      const planned = messages.map((message, part) => ({
        ...message,
        deviceId: campaign.deviceId,
        userId,
        origin: 'campaign' as const,
        originId: id,
        part,
        jid,
        presence: null,
        presenceSeconds: 0 as const,
      }))
      return db.transaction().execute(async (tx) => {
        await lockCampaign(tx, campaignId)
        const refusal = await firstRefusal(tx, outgoing, planned)
        if (refusal !== null) {
          if (REFUSALS[refusal] === 'temporary') return WAITS
          // Everybody who waits is passed over anyway.
          if (refusal === 'campaign_cancelled') return NOT_CLAIMED
          const marks = await reasonOf(tx, refusal, leftAloneSince, recipient)
          const transition = { campaignId, userId, from: 'queued', to: 'skipped', marks } as const
          await moveRecipients(tx, outgoing, transition, [id], now)
          return NOT_CLAIMED
        }
        const twin = await sameAccount(tx, outgoing, recipient, jid)
        if (twin !== null) {
          const marks = { reason: 'same_person', ...paramsColumn({ number: twin }) }
          const transition = { campaignId, userId, from: 'queued', to: 'skipped', marks } as const
          await moveRecipients(tx, outgoing, transition, [id], now)
          return NOT_CLAIMED
        }
        if (!(await takePerson(tx, id, jid, { ...campaign, campaignId }))) {
          return NOT_CLAIMED
        }
        // Before the counts of the user, like all that writes down for a device: in another order
        // two would wait for each other.
        await devices.countPerson(tx, campaign.deviceId, now, leavesBy)
        const stored = await outgoing.writeDown(tx, planned, { leaveAtOnce: true })
        const transition = { campaignId, userId, from: 'queued', to: 'sending' } as const
        await countMoves(tx, outgoing, transition, 1, null)
        await tx
          .updateTable('campaigns')
          .set({ started_at: now })
          .where('id', '=', campaignId)
          .where('started_at', 'is', null)
          .execute()
        return { kind: 'claimed', stored }
      })
    },

    /**
     * Passes over somebody whose messages were written down, once the gate refuses the first of
     * them for good: certainly none has left. False when an earlier one has.
     */
    withdraw(
      recipient: Recipient,
      deviceId: string,
      refusal: Refusal,
      now: number,
    ): Promise<boolean> {
      const { id, campaignId, userId } = recipient
      return db.transaction().execute(async (tx) => {
        await lockCampaign(tx, campaignId)
        const campaign = await createCampaignsRepository(tx, devices).findById(campaignId)
        const messages = await outgoing.statesOf(tx, 'campaign', [id])
        if (!campaign || messages.some(({ state }) => state !== 'pending')) return false
        if (!(await isWrittenFrom(tx, id, deviceId))) return false
        await outgoing.forget(tx, 'campaign', [id])
        const { cancelledAt } = campaign
        const isEnded = refusal === 'campaign_cancelled' && cancelledAt !== null
        const marks = isEnded
          ? cancelledMarks(cancelledAt)
          : await reasonOf(tx, refusal, leftAloneSince, recipient)
        const to = nextRecipient('sending', 'withdrawn')
        const transition = { campaignId, userId, from: 'sending', to, marks } as const
        await moveRecipients(tx, outgoing, transition, [id], isEnded ? cancelledAt : now)
        return true
      })
    },

    /** Settles a recipient without a message: failed or skipped, with the reason's code. */
    async close(
      recipient: Recipient,
      event: 'failed' | 'skipped',
      { reason, params = {}, isNews = true }: Why,
      now: number,
    ): Promise<Moved | null> {
      const { id, campaignId, userId, state: from } = recipient
      const to = nextRecipient(from, event)
      if (to === from) return null
      return db.transaction().execute(async (tx) => {
        await lockCampaign(tx, campaignId)
        if (from === 'held') await outgoing.forget(tx, 'campaign', [id])
        const marks = { reason, ...(Object.keys(params).length > 0 && paramsColumn(params)) }
        const transition = { campaignId, userId, from, to, marks, isNews }
        const people = await moveRecipients(tx, outgoing, transition, [id], now)
        return people > 0 ? { campaignId, userId } : null
      })
    },

    async lastWrittenBy(userId: string, phoneNumber: string): Promise<string | null> {
      const row = await db
        .selectFrom('campaigns')
        .innerJoin('recipients', 'recipients.campaign_id', 'campaigns.id')
        .select('campaigns.name')
        .where('campaigns.user_id', '=', userId)
        .where('campaigns.erasing', '=', 0)
        .where('recipients.phone_number', '=', phoneNumber)
        .where('recipients.sent_at', 'is not', null)
        .orderBy('recipients.sent_at', 'desc')
        .limit(1)
        .executeTakeFirst()
      return row?.name ?? null
    },

    /** The texts to a person that the network accepted before a given time, newest first. */
    async saidTo(
      to: { userId: string; deviceId: string; phoneNumber: string },
      until: number,
      limit: number,
    ): Promise<{ text: string; at: number }[]> {
      const rows = await db
        .selectFrom('campaigns')
        .innerJoin('recipients', 'recipients.campaign_id', 'campaigns.id')
        .select('recipients.id')
        .where('campaigns.user_id', '=', to.userId)
        .where('campaigns.erasing', '=', 0)
        .where('recipients.phone_number', '=', to.phoneNumber)
        .execute()
      const { deviceId } = to
      return outgoing.taken(
        'campaign',
        { deviceId, originIds: rows.map(({ id }) => id) },
        until,
        limit,
      )
    },
  }
}

export type LedgerRepository = ReturnType<typeof createLedgerRepository>

/** What is written down of somebody whom the gate refuses for good. */
async function reasonOf(
  tx: Db,
  refusal: Refusal,
  leftAloneSince: LeftAloneSince,
  { userId, phoneNumber, jid }: Recipient,
): Promise<TransitionColumns> {
  if (refusal !== 'opted_out') return { reason: refusal }
  const lid = jid?.endsWith('@lid') ? jid : null
  const since = await leftAloneSince({ userId, phoneNumber, lid }, tx)
  if (since === null) return { reason: refusal }
  return { reason: refusal, ...paramsColumn({ at: new Date(since).toISOString() }) }
}

function paramsColumn(params: ErrorParams): TransitionColumns {
  return { reason_params: JSON.stringify(params) }
}

/** False when the person is not queued any more, or the campaign was changed since it was read. */
async function takePerson(
  tx: Db,
  id: string,
  jid: string,
  campaign: {
    readonly campaignId: string
    readonly deviceId: string
    readonly updatedAt: number
  },
): Promise<boolean> {
  const taken = await tx
    .updateTable('recipients')
    .set({ state: 'sending', jid, device_id: campaign.deviceId, ...NO_REASON })
    .where('id', '=', id)
    .where('state', '=', 'queued')
    .where('campaign_id', 'in', (eb) =>
      eb
        .selectFrom('campaigns')
        .select('id')
        .where('id', '=', campaign.campaignId)
        .where('updated_at', '=', campaign.updatedAt),
    )
    .returning('id')
    .executeTakeFirst()
  return taken !== undefined
}

/**
 * Another number of the same account that this campaign is writing or has written to, or may have:
 * who failed may have the message all the same, unless it certainly never arrived.
 */
async function sameAccount(
  tx: Db,
  outgoing: CampaignOutgoing,
  { id, campaignId }: Recipient,
  jid: string,
): Promise<string | null> {
  const twins = await tx
    .selectFrom('recipients')
    .select((eb) => [
      'phone_number',
      'state',
      'reason',
      eb
        .case()
        .when(outgoing.isAccepted('campaign', 'recipients.id'))
        .then(1)
        .else(0)
        .end()
        .as('accepted'),
    ])
    .where('campaign_id', '=', campaignId)
    .where('jid', '=', jid)
    .where('id', '!=', id)
    .where('state', 'in', ['sending', 'held', 'sent', 'delivered', 'read', 'failed'])
    .execute()
  const twin = twins.find(
    ({ state, reason, accepted }) => state !== 'failed' || accepted === 1 || !canBeRetried(reason),
  )
  return twin?.phone_number ?? null
}

async function firstRefusal(
  tx: Db,
  outgoing: CampaignOutgoing,
  messages: readonly PersonMessage[],
): Promise<Refusal | null> {
  for (const message of messages) {
    const refusal = await outgoing.mayLeave(message, tx)
    if (refusal !== null) return refusal
  }
  return null
}

async function firstIn(
  db: Db,
  campaignId: string,
  state: RecipientState,
  share?: Share,
): Promise<Recipient | null> {
  const { deviceId, runsOn, taken = [] } = share ?? {}
  const row = await db
    .selectFrom('recipients')
    .selectAll()
    .where('campaign_id', '=', campaignId)
    .where('state', '=', state)
    .$if(state === 'queued' && taken.length > 0, (query) => query.where('id', 'not in', taken))
    .$if(state !== 'queued' && deviceId !== undefined, (query) =>
      query.where((eb) =>
        eb.or([
          eb('device_id', '=', deviceId ?? ''),
          ...(runsOn === 'own' ? [eb('device_id', 'is', null)] : []),
        ]),
      ),
    )
    .orderBy('position')
    .limit(1)
    .executeTakeFirst()
  return row ? toRecipient(row) : null
}

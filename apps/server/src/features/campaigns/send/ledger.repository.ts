import type { RecipientState } from '@kirim/contract/campaigns'
import type { Refusal } from '@kirim/contract/outgoing'
import type { ErrorParams } from '@kirim/contract/refusals'
import type { Db } from '../../../platform/database/database.ts'
import { createCampaignsRepository, lockCampaign } from '../campaign/campaigns.repository.ts'
import type { Campaign } from '../campaign/stored-campaign.ts'
import { cancelledMarks } from '../recipients/reasons.ts'
import {
  isWrittenFrom,
  type Moved,
  moveRecipients,
  type Recipient,
  selectRecipients,
} from '../recipients/recipient-moves.ts'
import { nextRecipient } from '../recipients/recipient-state.ts'
import { type ClaimRooms, createClaim, paramsColumn, reasonOf } from './claim-person.ts'

/** Why a person is settled without a message. */
export interface Why {
  readonly reason: string
  readonly params?: ErrorParams
  /** False for a failure known without an attempt: it does not count as a failure in a row. */
  readonly isNews?: boolean
}

/** The ledger: what was sent to each person, and its outcome. */
export function createLedgerRepository(db: Db, rooms: ClaimRooms) {
  const { outgoing, devices, leftAloneSince } = rooms
  return {
    /** An interrupted recipient comes before queued ones. */
    async next(campaignId: string, share?: Share): Promise<Recipient | null> {
      const started = await firstIn(db, campaignId, 'sending', share)
      if (started || share?.runsOn === 'leaving') return started
      return firstIn(db, campaignId, 'queued', share)
    },

    interrupted: (campaignId: string, share?: Share) => firstIn(db, campaignId, 'sending', share),

    async keepJid(recipientId: string, jid: string): Promise<void> {
      await db.updateTable('recipients').set({ jid }).where('id', '=', recipientId).execute()
    },

    lastSentAt: devices.lastSentAt,
    limitedUntil: devices.limitedUntil,
    dayOfDevice: devices.dayOfDevice,
    /** The network accepts new chats of the device again. */
    endLimit: devices.endLimit,
    markSentAt: (deviceId: string, at: number) => devices.markSentAt(db, deviceId, at),
    claim: createClaim(db, rooms),

    /**
     * Skips a person with stored messages after the gate refused the first one permanently, so none
     * was sent. False if an earlier one was.
     */
    withdraw(
      recipient: Recipient,
      deviceId: string,
      refusal: Refusal,
      now: number,
    ): Promise<boolean> {
      const { id, campaignId, workspaceId } = recipient
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
        const transition = { campaignId, workspaceId, from: 'sending', to, marks } as const
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
      const { id, campaignId, workspaceId, state: from } = recipient
      const to = nextRecipient(from, event)
      if (to === from) return null
      return db.transaction().execute(async (tx) => {
        await lockCampaign(tx, campaignId)
        if (from === 'held') await outgoing.forget(tx, 'campaign', [id])
        const marks = { reason, ...(Object.keys(params).length > 0 && paramsColumn(params)) }
        const transition = { campaignId, workspaceId, from, to, marks, isNews }
        const people = await moveRecipients(tx, outgoing, transition, [id], now)
        return people > 0 ? { campaignId, workspaceId } : null
      })
    },

    async lastWrittenBy(workspaceId: string, phoneNumber: string): Promise<string | null> {
      const row = await db
        .selectFrom('campaigns')
        .innerJoin('recipients', 'recipients.campaign_id', 'campaigns.id')
        .select('campaigns.name')
        .where('campaigns.user_id', '=', workspaceId)
        .where('campaigns.erasing', '=', 0)
        .where('recipients.phone_number', '=', phoneNumber)
        .where('recipients.sent_at', 'is not', null)
        .orderBy('recipients.sent_at', 'desc')
        .limit(1)
        .executeTakeFirst()
      return row?.name ?? null
    },
  }
}

export type LedgerRepository = ReturnType<typeof createLedgerRepository>

/** Which people of a campaign one of its devices may take. */
export interface Share {
  readonly deviceId: string
  readonly runsOn: Campaign['runsOn']
  /** People whom other devices are about to claim. */
  readonly reserved: readonly string[]
}

/** The first person of a campaign in this state, of those that the device may take. */
export async function firstIn(
  db: Db,
  campaignId: string,
  state: RecipientState,
  share?: Share,
): Promise<Recipient | null> {
  const { deviceId, runsOn, reserved = [] } = share ?? {}
  const row = await selectRecipients(db)
    .where('campaign_id', '=', campaignId)
    .where('state', '=', state)
    .$if(state === 'queued' && reserved.length > 0, (query) =>
      query.where('id', 'not in', reserved),
    )
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
  return row ?? null
}

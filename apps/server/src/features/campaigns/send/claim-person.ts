import { REFUSALS, type Refusal } from '@kirim/contract/outgoing'
import type { ErrorParams } from '@kirim/contract/refusals'
import type { Db } from '../../../platform/database/database.ts'
import { lockCampaign } from '../campaign/campaigns.repository.ts'
import type { Campaign } from '../campaign/stored-campaign.ts'
import type { CampaignDevices } from '../campaign-devices.ports.ts'
import type {
  CampaignOutgoing,
  LeftAloneSince,
  PersonMessage,
  StoredPersonMessage,
} from '../campaigns.ports.ts'
import { acceptedColumn, isRetried, NO_REASON } from '../recipients/reasons.ts'
import { countMoves, moveRecipients, type Recipient } from '../recipients/recipient-moves.ts'
import type { TransitionColumns } from '../recipients/recipient-state.ts'

/** One composed message to a person. */
export interface PlannedMessage {
  readonly messageId: string
  readonly text: string
  readonly mediaId: string | null
}

export type ClaimOutcome =
  | { readonly kind: 'claimed'; readonly stored: readonly StoredPersonMessage[] }
  /**
   * The person was skipped, or the campaign was switched off, changed or deleted since it was read:
   * choose again.
   */
  | { readonly kind: 'not_claimed' }
  /** A check refuses temporarily. */
  | { readonly kind: 'waits' }

const NOT_CLAIMED: ClaimOutcome = { kind: 'not_claimed' }

const WAITS: ClaimOutcome = { kind: 'waits' }

export interface ClaimRooms {
  readonly outgoing: CampaignOutgoing
  readonly devices: CampaignDevices
  readonly leftAloneSince: LeftAloneSince
}

/** Stores the messages to a person before they are sent; they have left by `leavesBy`. */
export function createClaim(db: Db, { outgoing, devices, leftAloneSince }: ClaimRooms) {
  return async function claim(
    recipient: Recipient,
    campaign: Pick<Campaign, 'deviceId' | 'updatedAt'>,
    jid: string,
    messages: readonly PlannedMessage[],
    now: number,
    leavesBy = now,
  ): Promise<ClaimOutcome> {
    const { id, campaignId, workspaceId } = recipient
    const planned = messages.map((message, part) => ({
      ...message,
      deviceId: campaign.deviceId,
      workspaceId,
      origin: 'campaign' as const,
      originId: id,
      part,
      jid,
      presence: null,
      presenceSeconds: 0 as const,
    }))
    async function passOver(tx: Db, marks: TransitionColumns): Promise<ClaimOutcome> {
      const transition = { campaignId, workspaceId, from: 'queued', to: 'skipped', marks } as const
      await moveRecipients(tx, outgoing, transition, [id], now)
      return NOT_CLAIMED
    }
    return db.transaction().execute(async (tx) => {
      await lockCampaign(tx, campaignId)
      const refusal = await firstRefusal(tx, outgoing, planned)
      if (refusal !== null) {
        if (REFUSALS[refusal] === 'temporary') return WAITS
        // The cancellation skips everybody who waits anyway.
        if (refusal === 'campaign_cancelled') return NOT_CLAIMED
        return passOver(tx, await reasonOf(tx, refusal, leftAloneSince, recipient))
      }
      const twin = await sameAccount(tx, outgoing, recipient, jid)
      if (twin !== null) {
        return passOver(tx, { reason: 'same_person', ...paramsColumn({ number: twin }) })
      }
      if (!(await takePerson(tx, id, jid, { ...campaign, campaignId }))) return NOT_CLAIMED
      // Locks the device before the workspace's totals, like all writers; another order could
      // deadlock.
      await devices.countPerson(tx, campaign.deviceId, now, leavesBy)
      const stored = await outgoing.storeMessages(tx, planned, { leaveAtOnce: true })
      const transition = { campaignId, workspaceId, from: 'queued', to: 'sending' } as const
      await countMoves(tx, outgoing, transition, 1, null)
      await tx
        .updateTable('campaigns')
        .set({ started_at: now })
        .where('id', '=', campaignId)
        .where('started_at', 'is', null)
        .execute()
      return { kind: 'claimed', stored }
    })
  }
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
  const claimedRow = await tx
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
  return claimedRow !== undefined
}

/**
 * Another number of the same account that has or may have this campaign's message; a failed one
 * counts unless its message certainly never arrived.
 */
async function sameAccount(
  tx: Db,
  outgoing: CampaignOutgoing,
  { id, campaignId }: Recipient,
  jid: string,
): Promise<string | null> {
  const twins = await tx
    .selectFrom('recipients')
    .select((eb) => ['phone_number', 'state', 'reason', acceptedColumn(eb, outgoing)])
    .where('campaign_id', '=', campaignId)
    .where('jid', '=', jid)
    .where('id', '!=', id)
    .where('state', 'in', ['sending', 'held', 'sent', 'delivered', 'read', 'failed'])
    .execute()
  const twin = twins.find((one) => one.state !== 'failed' || !isRetried(one))
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

/** The reason columns of a person whom the gate refuses permanently. */
export async function reasonOf(
  tx: Db,
  refusal: Refusal,
  leftAloneSince: LeftAloneSince,
  { workspaceId, phoneNumber, jid }: Recipient,
): Promise<TransitionColumns> {
  if (refusal !== 'opted_out') return { reason: refusal }
  const lid = jid?.endsWith('@lid') ? jid : null
  const since = await leftAloneSince({ workspaceId, phoneNumber, lid }, tx)
  if (since === null) return { reason: refusal }
  return { reason: refusal, ...paramsColumn({ at: new Date(since).toISOString() }) }
}

export function paramsColumn(params: ErrorParams): TransitionColumns {
  return { reason_params: JSON.stringify(params) }
}

import type { Clock } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/database/database.ts'
import { inSteps } from '../../../platform/database/in-steps.ts'
import { freezePeople } from '../audience/freeze-people.ts'
import { createCampaignsRepository, lockCampaign } from '../campaign/campaigns.repository.ts'
import { changeState } from '../campaign/change-state.ts'
import type { CampaignOutgoing, LedgerDeps } from '../campaigns.ports.ts'
import { failMessages, listHeldUnsettled } from '../recipients/assigned-people.repository.ts'
import { canBeRetried, cancelledMarks, HELD_UNSETTLED } from '../recipients/reasons.ts'
import { moveRecipients } from '../recipients/recipient-moves.ts'

interface CancelDeps extends LedgerDeps {
  readonly outgoing: CampaignOutgoing
}

/** People per transaction, which takes some hundredths of a second at most. */
const STEP = 500

/** The name of the lock of a node that skips the people of an ended campaign. */
export const SKIPPING = 'ended campaign'

/**
 * Cancels a campaign for good. The first write ends it, and `ended` is called right after; the
 * people who wait are skipped in short steps. Throws `campaign_not_cancellable` and
 * `campaign_cancelled`.
 */
export async function cancelCampaign(
  deps: CancelDeps & { readonly clock: Clock },
  { campaignId, by }: { readonly campaignId: string; readonly by: string },
  ended: () => void,
): Promise<void> {
  const now = deps.clock.now()
  await deps.db
    .transaction()
    .execute(async (tx) => changeState(tx, deps, { campaignId, by }, 'cancel', now))
  ended()
  await skipWaiting(deps, campaignId)
}

/**
 * Skips the people of a cancelled campaign, until done or aborted. Held people who may have the
 * message fail with the last answer of the network. People who waited for a retry fail again with
 * their earlier reason.
 */
export function skipWaiting(
  deps: CancelDeps,
  campaignId: string,
  signal?: AbortSignal,
): Promise<void> {
  return deps.work.inTurn(SKIPPING, campaignId, () => skipWithLock(deps, campaignId, signal))
}

/** Requires the lock. */
export async function skipWithLock(
  deps: CancelDeps,
  campaignId: string,
  signal?: AbortSignal,
): Promise<void> {
  // People added after this point would never be skipped.
  await freezePeople(deps, campaignId, signal)
  for (const id of await listHeldUnsettled(deps.db, campaignId)) await failHeld(deps, id)
  await inSteps(() => deps.db.transaction().execute((tx) => skipSome(deps, tx, campaignId)), signal)
}

/** A receipt may have shown that the first of several messages arrived. */
async function failHeld({ db, outgoing }: CancelDeps, recipientId: string): Promise<void> {
  const parts = await outgoing.statesOf(db, 'campaign', [recipientId])
  const hasPart = parts.some(({ state }) => state !== 'pending')
  const reason = hasPart ? 'cancelled_partly' : 'unsettled_463'
  await failMessages(outgoing, await outgoing.pendingOf('campaign', recipientId), reason)
}

async function skipSome(
  { outgoing, devices }: LedgerDeps,
  tx: Db,
  campaignId: string,
): Promise<boolean> {
  await lockCampaign(tx, campaignId)
  const campaign = await createCampaignsRepository(tx, devices).findById(campaignId)
  if (!campaign || campaign.cancelledAt === null) return false
  const { workspaceId, cancelledAt } = campaign
  for (const from of ['queued', 'held'] as const) {
    const rows = await tx
      .selectFrom('recipients')
      .select(['id', 'reason'])
      .where('campaign_id', '=', campaignId)
      .where('state', '=', from)
      .where('reason', 'is distinct from', HELD_UNSETTLED)
      .limit(STEP)
      .execute()
    if (rows.length === 0) continue
    const idsOf = (some: typeof rows) => some.map(({ id }) => id)
    if (from === 'held') await outgoing.forget(tx, 'campaign', idsOf(rows))
    const failed = rows.filter(({ reason }) => canBeRetried(reason))
    const others = rows.filter(({ reason }) => !canBeRetried(reason))
    const place = { campaignId, workspaceId, from }
    const asBefore = { to: 'failed', marks: {}, isNews: false, isAsBefore: true } as const
    const skipped = { to: 'skipped', marks: cancelledMarks(cancelledAt) } as const
    const move = (how: typeof asBefore | typeof skipped, some: typeof rows) =>
      moveRecipients(tx, outgoing, { ...place, ...how }, idsOf(some), cancelledAt)
    if (failed.length > 0) await move(asBefore, failed)
    if (others.length > 0) await move(skipped, others)
    return true
  }
  return false
}

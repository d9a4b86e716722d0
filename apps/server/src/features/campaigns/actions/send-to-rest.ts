import type { CampaignRest } from '@kirim/contract/campaign-sending'
import { RecipientState } from '@kirim/contract/campaigns'
import type { Clock } from '../../../platform/clock.ts'
import { DomainError } from '../../../platform/errors.ts'
import { freezePeople } from '../audience/freeze-people.ts'
import { requestFreeze } from '../audience/freezes.repository.ts'
import { createUnreachedPeopleRepository } from '../audience/unreached-people.repository.ts'
import { isFinished } from '../campaign/campaign-state.ts'
import { createCampaignsRepository } from '../campaign/campaigns.repository.ts'
import { changeState } from '../campaign/change-state.ts'
import type { Campaign } from '../campaign/stored-campaign.ts'
import type { CampaignQuotas, LedgerDeps } from '../campaigns.ports.ts'
import { type CourseDeps, estimateStart } from '../estimate/estimate-course.ts'

export interface SendToRestDeps extends LedgerDeps, CourseDeps {
  readonly quotas: CampaignQuotas
  readonly clock: Clock
}

interface RestOptions {
  /** Includes people whose message failed before it was sent. */
  readonly includeFailed: boolean
}

/** How many people `sendToRest` would write to, and when. Throws `campaign_not_completed`. */
export async function restOf(
  deps: LedgerDeps & Pick<SendToRestDeps, 'clock' | 'isExpected' | 'restsUntil'>,
  campaign: Campaign,
  { includeFailed }: RestOptions,
): Promise<CampaignRest> {
  if (!isFinished(campaign)) throw new DomainError('campaign_not_completed')
  const { groupId } = campaign
  const now = deps.clock.now()
  const { never, failed } = groupId
    ? await countRest(deps, { campaignId: campaign.id, groupId })
    : { never: 0, failed: 0 }
  const people = never + (includeFailed ? failed : 0)
  const asOfNow = { ...campaign, scheduledAt: now }
  return {
    people,
    alreadyWritten: Object.values(campaign.counts).reduce((sum, count) => sum + count, 0),
    failed,
    ...(await estimateStart(deps, campaign.deviceId, asOfNow, people, now)),
  }
}

/**
 * Reopens a finished campaign for the members of its group who did not get it. They are added to
 * its ledger, in which a number is unique: nobody is written to twice, even after a crash or a
 * repeated request. Throws `campaign_number_removed`, `campaign_not_completed`,
 * `campaign_rest_empty` and `quota_people_waiting`.
 */
export async function sendToRest(
  deps: SendToRestDeps,
  campaign: Campaign,
  options: RestOptions,
): Promise<void> {
  const { db, clock } = deps
  // It would start by itself as soon as anyone links the number again.
  if (campaign.deviceRemoved) throw new DomainError('campaign_number_removed')
  const { people } = await restOf(deps, campaign, options)
  const { id: campaignId, groupId } = campaign
  if (people === 0 || !groupId) throw new DomainError('campaign_rest_empty')
  await db.transaction().execute(async (tx) => {
    await deps.groups.lock(tx, groupId)
    const now = clock.now()
    const finished = await changeState(tx, deps, { campaignId }, 'send_to_rest', now)
    // It joins the queue of its device as if it had been created now.
    await createCampaignsRepository(tx, deps.devices).joinQueueAgain(campaignId, now)
    await requestFreeze(deps, tx, finished, {
      from: { groupId },
      size: people,
      before: 0,
      rejoining: options.includeFailed ? 'failed_too' : 'taken_out',
    })
  })
  await freezePeople(deps, campaignId)
}

/** A segment filled this recently is not filled again between the count and the send. */
const REFRESHED_MS = 10_000

async function countRest(deps: LedgerDeps, ledger: { campaignId: string; groupId: string }) {
  const rest = createUnreachedPeopleRepository(deps.db, deps)
  await deps.groups.refresh(ledger.groupId, REFRESHED_MS)
  const members = await deps.groups.sizeOf(ledger.groupId)
  const known = await rest.countInLedger(ledger, RecipientState.options)
  const takenOut = await rest.countUnreached(ledger, 'skipped')
  return {
    never: members - known + takenOut,
    failed: await rest.countUnreached(ledger, 'failed'),
  }
}

import type { CampaignRest } from '@kirim/contract/campaign-sending'
import { RecipientState } from '@kirim/contract/campaigns'
import type { Clock } from '../../../platform/clock.ts'
import { DomainError } from '../../../platform/errors.ts'
import type { CampaignQuotas, LedgerDeps } from '../campaigns.ports.ts'
import { createCampaignsRepository } from '../campaigns.repository.ts'
import { freezePeople } from '../people/freeze-people.ts'
import { estimateStart } from '../save/estimate-campaign.ts'
import { requestFreeze } from '../save/save-with-people.ts'
import type { Campaign } from '../stored-campaign.ts'
import { isFinished, lockAndLoad } from './finished.ts'
import { createRestRepository } from './rest.repository.ts'

export interface SendToRestDeps extends LedgerDeps {
  readonly quotas: CampaignQuotas
  readonly clock: Clock
}

interface RestOptions {
  /** Also those who failed without getting anything of it. */
  readonly includeFailed: boolean
}

/** Whom `sendToRest` would write to now, and until when. Throws `campaign_not_completed`. */
export async function restOf(
  deps: LedgerDeps & Pick<SendToRestDeps, 'clock'>,
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
 * Opens a finished campaign again for those of its group who did not get it. They join its one
 * ledger, in which a number stands once: nobody hears twice, however often this is asked or
 * wherever it is cut short. Throws `campaign_number_removed`, `campaign_not_completed`,
 * `campaign_rest_empty` and `quota_people_waiting`.
 */
export async function sendToRest(
  deps: SendToRestDeps,
  campaign: Campaign,
  options: RestOptions,
): Promise<void> {
  const { db, clock } = deps
  // It would go out as soon as the number is linked again, whoever links it.
  if (campaign.deviceRemoved) throw new DomainError('campaign_number_removed')
  const { people } = await restOf(deps, campaign, options)
  const { id: campaignId, groupId } = campaign
  if (people === 0 || !groupId) throw new DomainError('campaign_rest_empty')
  await db.transaction().execute(async (tx) => {
    await deps.groups.lock(tx, groupId)
    const finished = await lockAndLoad(tx, deps, campaignId)
    if (!isFinished(finished)) throw new DomainError('campaign_not_completed')
    // It joins the queue of its device as if it had been created now.
    const now = clock.now()
    const settings = { ...finished, enabled: true, scheduledAt: now }
    await createCampaignsRepository(tx, deps.devices).update(campaignId, settings, now)
    await requestFreeze(deps, tx, finished, {
      from: { groupId },
      size: people,
      before: 0,
      rejoining: options.includeFailed ? 'failed_too' : 'taken_out',
    })
  })
  await freezePeople(deps, campaignId)
}

async function countRest(deps: LedgerDeps, ledger: { campaignId: string; groupId: string }) {
  const rest = createRestRepository(deps.db, deps)
  const members = await deps.groups.sizeOf(ledger.groupId)
  const known = await rest.countInLedger(ledger, RecipientState.options)
  const takenOut = await rest.countUnreached(ledger, 'skipped')
  return {
    never: members - known + takenOut,
    failed: await rest.countUnreached(ledger, 'failed'),
  }
}

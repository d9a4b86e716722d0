import type { CampaignProgress } from '@kirim/contract/campaigns'
import type { Sight } from '../../../platform/caller.ts'
import type { Clock } from '../../../platform/clock.ts'
import { DomainError } from '../../../platform/errors.ts'
import type { CampaignsRepository } from '../campaign/campaigns.repository.ts'
import { seenNames } from '../campaign/seen-names.ts'
import type { Campaign, CampaignTexts } from '../campaign/stored-campaign.ts'
import type { LedgerDeps } from '../campaigns.ports.ts'
import { type LiveState, progressOf } from '../progress/campaign-progress.ts'
import type { CampaignsEvents } from '../progress/campaigns.events.ts'
import { loadOtherDevices } from '../progress/sending-numbers.ts'
import type { Dispatcher } from '../send/dispatcher.ts'

export interface CampaignAccessDeps extends Pick<LedgerDeps, 'db' | 'devices'> {
  readonly campaigns: CampaignsRepository
  readonly dispatcher: Dispatcher
  readonly live: LiveState
  readonly events: CampaignsEvents
  readonly clock: Clock
  isBeingRemoved(deviceId: string): boolean
}

/** Loads campaigns for calls, announces changes and presents progress. */
export function createCampaignAccess(deps: CampaignAccessDeps) {
  const { campaigns, dispatcher, live, events, clock } = deps

  /** Throws `campaign_not_found`. */
  async function find(workspaceId: string, deviceId: string, id: string): Promise<Campaign> {
    const campaign = await campaigns.find(workspaceId, deviceId, id)
    if (!campaign) throw new DomainError('campaign_not_found')
    return { ...campaign, deviceRemoved: campaign.deviceRemoved || deps.isBeingRemoved(deviceId) }
  }

  /** Throws `campaign_not_found`. */
  async function withTexts(campaign: Campaign): Promise<Campaign & CampaignTexts> {
    const texts = await campaigns.textsOf(campaign.id)
    if (!texts) throw new DomainError('campaign_not_found')
    return { ...campaign, ...texts }
  }

  /** The campaign may be due at once, and the owner's other browsers show it. */
  function announce(campaign: Campaign): void {
    dispatcher.wakeFor(campaign)
    const { id: campaignId, workspaceId, deviceId } = campaign
    events.changed({ campaignId, workspaceId, deviceId })
  }

  async function progress(campaign: Campaign, sight: Sight): Promise<CampaignProgress> {
    const beside = await loadOtherDevices(deps, [campaign])
    const progress = progressOf(campaign, beside, live, clock.now())
    return { ...progress, sentence: (await seenNames(deps, sight)).in(progress.sentence) }
  }

  return {
    find,
    withTexts,
    announce,
    progress,
    /** Announces a change; returns the progress after it. */
    async changed(campaign: Campaign, sight: Sight): Promise<CampaignProgress> {
      const { workspaceId, deviceId, id } = campaign
      announce(campaign)
      return progress(await find(workspaceId, deviceId, id), sight)
    },
  }
}

export type CampaignAccess = ReturnType<typeof createCampaignAccess>

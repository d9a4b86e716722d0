import type { CampaignUse } from '@kirim/contract/campaign-use'
import type { CampaignStatus } from '@kirim/contract/campaigns'
import type { Clock } from '../../../platform/clock.ts'
import type { LedgerDeps } from '../campaigns.ports.ts'
import type { CampaignsRepository } from '../campaigns.repository.ts'
import type { Campaign } from '../stored-campaign.ts'
import { type LiveState, progressOf } from './campaign-progress.ts'
import { devicesBeside } from './devices-beside.ts'

const KIND: Readonly<Record<CampaignStatus, keyof CampaignUse>> = {
  sending: 'running',
  queued: 'waiting',
  scheduled: 'waiting',
  outside_hours: 'waiting',
  held: 'waiting',
  waiting_number: 'waiting',
  draft: 'paused',
  paused: 'paused',
  cancelled: 'paused',
  completed: 'completed',
}

interface CampaignUsesDeps extends Pick<LedgerDeps, 'db' | 'devices'> {
  readonly campaigns: CampaignsRepository
  readonly live: LiveState
  readonly clock: Clock
}

/** A user's campaigns that depend on what is to be deleted, for the confirmation. */
export function createCampaignUses({ db, devices, campaigns, live, clock }: CampaignUsesDeps) {
  async function count(
    userId: string,
    uses: (campaign: Campaign) => boolean,
  ): Promise<CampaignUse> {
    const use = { running: 0, waiting: 0, paused: 0, completed: 0 }
    const now = clock.now()
    const used = (await campaigns.list(userId)).filter(uses)
    const beside = await devicesBeside({ db, devices }, used)
    for (const campaign of used) {
      // Of a campaign that its owner ended nothing is left to stop.
      const isOver = campaign.cancelledAt !== null
      use[isOver ? 'completed' : KIND[progressOf(campaign, beside, live, now).status]] += 1
    }
    return use
  }

  return {
    /** Campaigns with this group; each has its own copy of the people. */
    ofGroup: (userId: string, groupId: string) =>
      count(userId, (campaign) => campaign.groupId === groupId),

    ofDevice: (userId: string, deviceId: string) =>
      count(userId, (campaign) =>
        [campaign.deviceId, ...campaign.furtherDevices].includes(deviceId),
      ),

    async ofMedia(userId: string, mediaId: string): Promise<CampaignUse> {
      const rows = await db
        .selectFrom('campaign_media')
        .select('campaign_id')
        .where('media_id', '=', mediaId)
        .execute()
      const ids = new Set(rows.map((row) => row.campaign_id))
      return count(userId, ({ id }) => ids.has(id))
    },

    /** Campaigns that have not written to this number yet; completed ones are never among them. */
    async ofPerson(userId: string, phoneNumber: string): Promise<CampaignUse> {
      const rows = await db
        .selectFrom('campaigns')
        .innerJoin('recipients', 'recipients.campaign_id', 'campaigns.id')
        .select('campaigns.id')
        .where('campaigns.user_id', '=', userId)
        .where('recipients.phone_number', '=', phoneNumber)
        .where('recipients.state', 'in', ['queued', 'held', 'sending'])
        .execute()
      const ids = new Set(rows.map((row) => row.id))
      return count(userId, ({ id }) => ids.has(id))
    },
  }
}

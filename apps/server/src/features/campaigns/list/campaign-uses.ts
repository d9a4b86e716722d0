import type { CampaignUse } from '@kirim/contract/campaign-use'
import type { CampaignStatus } from '@kirim/contract/campaigns'
import type { DeviceUse } from '@kirim/contract/devices'
import type { Clock } from '../../../platform/clock.ts'
import type { LedgerDeps } from '../campaigns.ports.ts'
import type { CampaignsRepository } from '../campaigns.repository.ts'
import type { Campaign } from '../stored-campaign.ts'
import { type LiveState, progressOf } from './campaign-progress.ts'
import { type DevicesBeside, devicesBeside } from './devices-beside.ts'
import { connectionOf } from './sending-numbers.ts'

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

interface StandingCampaign {
  readonly campaign: Campaign
  readonly status: CampaignStatus
}

type OtherNumbers = 'none' | 'connected' | 'away'

export interface UsesOfDevice extends Pick<DeviceUse, 'campaigns' | 'shared' | 'sharedAway'> {
  /** How many stand until it is connected. */
  readonly waiting: number
}

/** A user's campaigns that depend on what is to be deleted, for the confirmation. */
export function createCampaignUses({ db, devices, campaigns, live, clock }: CampaignUsesDeps) {
  /** With what each of them does now. */
  async function withStatus(used: readonly Campaign[]) {
    const now = clock.now()
    const beside = await devicesBeside({ db, devices }, used)
    const statusOf = (campaign: Campaign) => progressOf(campaign, beside, live, now).status
    return { beside, each: used.map((campaign) => ({ campaign, status: statusOf(campaign) })) }
  }

  async function count(
    userId: string,
    uses: (campaign: Campaign) => boolean,
  ): Promise<CampaignUse> {
    return countByKind((await withStatus((await campaigns.list(userId)).filter(uses))).each)
  }

  return {
    /** Campaigns with this group; each has its own copy of the people. */
    ofGroup: (userId: string, groupId: string) =>
      count(userId, (campaign) => campaign.groupId === groupId),

    async ofDevice(userId: string, deviceId: string): Promise<UsesOfDevice> {
      const { beside, each } = await withStatus(await campaigns.listSentFrom(userId, deviceId))
      const otherNumbers = ({ campaign }: StandingCampaign) =>
        otherNumbersOf(campaign, deviceId, beside, live)
      const of = (numbers: OtherNumbers) =>
        countByKind(each.filter((standing) => otherNumbers(standing) === numbers))
      return {
        campaigns: of('none'),
        shared: of('connected'),
        sharedAway: of('away'),
        waiting: each.filter(({ status }) => status === 'waiting_number').length,
      }
    },

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

function countByKind(each: readonly StandingCampaign[]): CampaignUse {
  const use = { running: 0, waiting: 0, paused: 0, completed: 0 }
  for (const { campaign, status } of each) {
    // Of a campaign that its owner ended nothing is left to stop.
    use[campaign.cancelledAt === null ? KIND[status] : 'completed'] += 1
  }
  return use
}

/** How the numbers stand that send a campaign beside this one. */
function otherNumbersOf(
  campaign: Campaign,
  deviceId: string,
  { places }: DevicesBeside,
  live: LiveState,
): OtherNumbers {
  const connections = [campaign.deviceId, ...campaign.furtherDevices].flatMap((id) => {
    const place = id === campaign.deviceId ? campaign : places.get(id)
    return id === deviceId || !place ? [] : connectionOf(id, place, live)
  })
  if (connections.includes('connected')) return 'connected'
  return connections.some((connection) => connection !== 'removed') ? 'away' : 'none'
}

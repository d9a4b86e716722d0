import type { CampaignUse, CampaignUseKind } from '@kirim/contract/campaign-use'
import type { CampaignStatus } from '@kirim/contract/campaigns'
import type { DeviceUse } from '@kirim/contract/devices'
import { type Sight, seesNumber } from '../../../platform/caller.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { CampaignsRepository } from '../campaign/campaigns.repository.ts'
import { type Campaign, campaignsInParts } from '../campaign/stored-campaign.ts'
import type { LedgerDeps } from '../campaigns.ports.ts'
import { type LiveState, progressOf } from '../progress/campaign-progress.ts'
import { connectionOf, loadOtherDevices, type OtherDevices } from '../progress/sending-numbers.ts'

const KIND: Readonly<Record<CampaignStatus, CampaignUseKind>> = {
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
  /** How many wait until it is connected. */
  readonly waiting: number
}

/** The campaigns that depend on what is to be deleted, for the confirmation. */
export function createCampaignUses({ db, devices, campaigns, live, clock }: CampaignUsesDeps) {
  /** Visits the campaigns of the workspace among these with their status. */
  async function goThrough(
    { workspaceId }: Sight,
    rows: readonly { readonly id: string }[],
    see: (standing: StandingCampaign, beside: OtherDevices) => void,
  ): Promise<void> {
    const now = clock.now()
    const ids = [...new Set(rows.map(({ id }) => id))]
    await campaignsInParts(ids, async (some) => {
      const own = (await campaigns.some(some)).filter(
        (campaign) => campaign.workspaceId === workspaceId,
      )
      const beside = await loadOtherDevices({ db, devices }, own)
      for (const campaign of own) {
        see({ campaign, status: progressOf(campaign, beside, live, now).status }, beside)
      }
    })
  }

  async function count(
    sight: Sight,
    rows: readonly { readonly id: string }[],
  ): Promise<CampaignUse> {
    const use = noUse()
    await goThrough(sight, rows, (standing) => addTo(use, standing, sight))
    return use
  }

  return {
    /** Campaigns with this group; each has its own copy of the people. */
    async ofGroup(sight: Sight, groupId: string): Promise<CampaignUse> {
      const rows = await db
        .selectFrom('campaigns')
        .select('id')
        .where('group_id', '=', groupId)
        .execute()
      return count(sight, rows)
    },

    /** Campaigns that it sends, alone or shared, without those that it only finishes. */
    async ofDevice(sight: Sight, deviceId: string): Promise<UsesOfDevice> {
      const own = await db
        .selectFrom('campaigns')
        .select('id')
        .where('device_id', '=', deviceId)
        .execute()
      const further = await db
        .selectFrom('campaign_devices')
        .select('campaign_id as id')
        .where('device_id', '=', deviceId)
        .where('active', '=', 1)
        .execute()
      const uses = { none: noUse(), connected: noUse(), away: noUse() }
      let waiting = 0
      await goThrough(sight, [...own, ...further], (standing, beside) => {
        const { campaign, status } = standing
        addTo(uses[otherNumbersOf(campaign, deviceId, beside, live)], standing, sight)
        if (status === 'waiting_number' && seesNumber(sight, campaign.deviceId)) waiting += 1
      })
      return { campaigns: uses.none, shared: uses.connected, sharedAway: uses.away, waiting }
    },

    async ofMedia(sight: Sight, mediaId: string): Promise<CampaignUse> {
      const rows = await db
        .selectFrom('campaign_media')
        .select('campaign_id as id')
        .where('media_id', '=', mediaId)
        .execute()
      return count(sight, rows)
    },

    /** Campaigns that have not written to this number yet; completed ones are never among them. */
    async ofPerson(sight: Sight, phoneNumber: string): Promise<CampaignUse> {
      const rows = await db
        .selectFrom('recipients')
        .select('campaign_id as id')
        .where('user_id', '=', sight.workspaceId)
        .where('phone_number', '=', phoneNumber)
        .where('state', 'in', ['queued', 'held', 'sending'])
        .execute()
      return count(sight, rows)
    },
  }
}

const noUse = (): CampaignUse => ({ running: 0, waiting: 0, paused: 0, completed: 0 })

/** Campaigns of numbers that are not seen are not counted, only mentioned. */
function addTo(use: CampaignUse, { campaign, status }: StandingCampaign, sight: Sight): void {
  // A cancelled campaign has nothing left to stop.
  const kind = campaign.cancelledAt === null ? KIND[status] : 'completed'
  if (seesNumber(sight, campaign.deviceId)) use[kind] += 1
  else if (kind !== 'completed') use.others = true
}

/** The connection of the other numbers that send a campaign. */
function otherNumbersOf(
  campaign: Campaign,
  deviceId: string,
  { places }: OtherDevices,
  live: LiveState,
): OtherNumbers {
  const connections = [campaign.deviceId, ...campaign.furtherDevices].flatMap((id) => {
    const place = id === campaign.deviceId ? campaign : places.get(id)
    return id === deviceId || !place ? [] : connectionOf(id, place, live)
  })
  if (connections.includes('connected')) return 'connected'
  return connections.some((connection) => connection !== 'removed') ? 'away' : 'none'
}

import type { CampaignUse } from '@kirim/contract/campaign-use'
import type { CampaignStatus } from '@kirim/contract/campaigns'
import type { DeviceUse } from '@kirim/contract/devices'
import type { Clock } from '../../../platform/clock.ts'
import type { CampaignsRepository } from '../campaign/campaigns.repository.ts'
import { type Campaign, campaignsInParts } from '../campaign/stored-campaign.ts'
import type { LedgerDeps } from '../campaigns.ports.ts'
import { type LiveState, progressOf } from '../progress/campaign-progress.ts'
import { connectionOf, loadOtherDevices, type OtherDevices } from '../progress/sending-numbers.ts'

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
  /** How many wait until it is connected. */
  readonly waiting: number
}

/** A user's campaigns that depend on what is to be deleted, for the confirmation. */
export function createCampaignUses({ db, devices, campaigns, live, clock }: CampaignUsesDeps) {
  /** Visits the user's campaigns among these with their status. */
  async function goThrough(
    workspaceId: string,
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
    workspaceId: string,
    rows: readonly { readonly id: string }[],
  ): Promise<CampaignUse> {
    const use = noUse()
    await goThrough(workspaceId, rows, (standing) => addTo(use, standing))
    return use
  }

  return {
    /** Campaigns with this group; each has its own copy of the people. */
    async ofGroup(workspaceId: string, groupId: string): Promise<CampaignUse> {
      const rows = await db
        .selectFrom('campaigns')
        .select('id')
        .where('group_id', '=', groupId)
        .execute()
      return count(workspaceId, rows)
    },

    /** Campaigns that it sends, alone or shared, without those that it only finishes. */
    async ofDevice(workspaceId: string, deviceId: string): Promise<UsesOfDevice> {
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
      await goThrough(workspaceId, [...own, ...further], (standing, beside) => {
        addTo(uses[otherNumbersOf(standing.campaign, deviceId, beside, live)], standing)
        if (standing.status === 'waiting_number') waiting += 1
      })
      return { campaigns: uses.none, shared: uses.connected, sharedAway: uses.away, waiting }
    },

    async ofMedia(workspaceId: string, mediaId: string): Promise<CampaignUse> {
      const rows = await db
        .selectFrom('campaign_media')
        .select('campaign_id as id')
        .where('media_id', '=', mediaId)
        .execute()
      return count(workspaceId, rows)
    },

    /** Campaigns that have not written to this number yet; completed ones are never among them. */
    async ofPerson(workspaceId: string, phoneNumber: string): Promise<CampaignUse> {
      const rows = await db
        .selectFrom('recipients')
        .select('campaign_id as id')
        .where('user_id', '=', workspaceId)
        .where('phone_number', '=', phoneNumber)
        .where('state', 'in', ['queued', 'held', 'sending'])
        .execute()
      return count(workspaceId, rows)
    },
  }
}

const noUse = (): CampaignUse => ({ running: 0, waiting: 0, paused: 0, completed: 0 })

function addTo(use: CampaignUse, { campaign, status }: StandingCampaign): void {
  // A cancelled campaign has nothing left to stop.
  use[campaign.cancelledAt === null ? KIND[status] : 'completed'] += 1
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

import type { Insertable } from 'kysely'
import { type CampaignSettings, toColumns } from '../features/campaigns/campaign/stored-campaign.ts'
import type { CampaignTable } from '../platform/database/schema/campaigns.ts'

/** A campaign that is on, with short intervals and without media. */
export const CAMPAIGN_SETTINGS: CampaignSettings = {
  name: 'Promo',
  enabled: true,
  enableLink: false,
  urlLink: '',
  caption: 'Hello',
  variants: [],
  furtherDevices: [],
  language: 'en',
  optOutLine: '',
  groupId: null,
  groupName: 'Everybody',
  scheduledAt: null,
  minIntervalSeconds: 4,
  maxIntervalSeconds: 5,
  scheduleType: 'anytime',
  timeZone: 'UTC',
}

type Row = Insertable<CampaignTable>

/** The row of a campaign without people, with these settings and columns. */
export function campaignRow(
  given: Pick<Row, 'id' | 'user_id' | 'device_id'> & Partial<Row>,
  settings: Partial<CampaignSettings> = {},
): Row {
  return {
    ...toColumns({ ...CAMPAIGN_SETTINGS, ...settings }, 0),
    created_at: 0,
    queued: 0,
    sending: 0,
    sent: 0,
    delivered: 0,
    read: 0,
    failed: 0,
    skipped: 0,
    erasing: 0,
    ...given,
  }
}

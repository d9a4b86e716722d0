import type { BulkCampaignSummary } from '@kirim/contract/campaign-list'
import type { RecipientCounts } from '@kirim/contract/campaigns'

const none: RecipientCounts = {
  queued: 0,
  sending: 0,
  sent: 0,
  delivered: 0,
  read: 0,
  failed: 0,
  skipped: 0,
}

type Given = Partial<Omit<BulkCampaignSummary, 'counts'>> & { counts?: Partial<RecipientCounts> }

/** A campaign of the dashboard; its sums follow from its counts. */
export function campaignOf({ counts, ...given }: Given): BulkCampaignSummary {
  const all = { ...none, ...counts }
  return {
    id: 'c1',
    deviceId: 'd1',
    name: 'Promo Kopi Ais Jumaat',
    deviceName: 'Kedai Kopi Pagi',
    groupName: 'Pelanggan Setia',
    status: 'completed',
    total: Object.values(all).reduce((sum, count) => sum + count, 0),
    sent: all.delivered + all.read,
    failed: all.failed,
    sentence: { code: 'completed_empty', params: {} },
    createdAt: '2026-11-27T01:00:00.000Z',
    scheduledAt: null,
    pausedAt: null,
    endedAt: null,
    nextMessageAt: null,
    ...given,
    counts: all,
  }
}

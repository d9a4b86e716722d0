import type { BulkCampaignSummary } from '@kirim/contract/campaign-list'
import type {
  BulkCampaign,
  CampaignAction,
  CampaignProgress,
  CampaignStatus,
  RecipientCounts,
} from '@kirim/contract/campaigns'

const none: RecipientCounts = {
  queued: 0,
  held: 0,
  sending: 0,
  sent: 0,
  delivered: 0,
  read: 0,
  failed: 0,
  skipped: 0,
}

type Given = Partial<Omit<BulkCampaignSummary, 'counts'>> & { counts?: Partial<RecipientCounts> }

function actionsOf(status: CampaignStatus): CampaignAction[] {
  if (status === 'draft') return ['start']
  if (status === 'completed' || status === 'cancelled') return []
  return [status === 'paused' ? 'resume' : 'pause', 'cancel']
}

/** A campaign summary; its totals are derived from its counts. */
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
    answered: 0,
    sentence: { code: 'completed_empty', params: {} },
    createdAt: '2026-11-27T01:00:00.000Z',
    scheduledAt: null,
    pausedAt: null,
    cancelledAt: null,
    actions: actionsOf(given.status ?? 'completed'),
    endedAt: null,
    nextMessageAt: null,
    endsAt: null,
    ...given,
    counts: all,
  }
}

/** The progress of a campaign summary. */
export function progressOf(campaign: BulkCampaignSummary): CampaignProgress {
  const {
    name: _name,
    deviceName: _device,
    groupName: _group,
    endsAt: _end,
    ...progress
  } = campaign
  return progress
}

type Loaded = Partial<Omit<BulkCampaign, 'progress'>> & { progress?: Given }

/** A campaign as loaded by the form. */
export function bulkCampaignOf({ progress, ...given }: Loaded = {}): BulkCampaign {
  const status = given.status ?? 'scheduled'
  return {
    _id: 'c1',
    id: 'c1',
    deviceId: 'd1',
    campaignType: 'bulk',
    campaignName: 'Promo',
    status,
    statusEnabled: false,
    enableLink: false,
    urlLink: '',
    caption: 'Hai',
    variants: [],
    language: 'en',
    optOutLine: '',
    alsoFrom: [],
    contactGroupId: 'g1',
    contactGroupName: 'Pelanggan',
    scheduledAt: null,
    minIntervalSeconds: 6,
    maxIntervalSeconds: 12,
    campaignScheduleType: 'anytime',
    campaignScheduleDetails: [],
    timeZone: 'Asia/Kuala_Lumpur',
    mediaAttachments: [],
    attachedFiles: [],
    mediaFile: null,
    createdAt: '2026-11-20T00:00:00.000Z',
    ...given,
    progress: progressOf(campaignOf({ status, counts: { queued: 1 }, ...progress })),
  }
}

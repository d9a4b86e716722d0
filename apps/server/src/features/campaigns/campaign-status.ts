import type { CampaignStatus } from '@kirim/contract/campaigns'
import { mayStartAt, type Sendable } from './choose-campaign.ts'

/** What a campaign's status follows from. */
export interface StatusFacts extends Sendable {
  readonly enabled: boolean
  /** People not yet written to, and those being written to. */
  readonly open: number
  /** The device was removed or unlinked: nothing moves until it is linked again. */
  readonly deviceGone: boolean
  /** It is this campaign's turn on its connected device. */
  readonly isCurrent: boolean
}

/** What a campaign is doing now; nothing of it is stored, so it cannot be stale. */
export function campaignStatus(facts: StatusFacts, now: number): CampaignStatus {
  if (facts.open === 0) return 'completed'
  if (facts.deviceGone) return 'stopped'
  if (!facts.enabled) return 'paused'
  if (facts.scheduledAt !== null && facts.scheduledAt > now) return 'scheduled'
  if (mayStartAt(facts, now) > now) return 'outside_hours'
  return facts.isCurrent ? 'sending' : 'queued'
}

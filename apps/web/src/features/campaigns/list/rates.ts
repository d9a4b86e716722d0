import type { BulkCampaignSummary } from '@kirim/contract/campaign-list'

export interface CampaignRates {
  readonly campaign: BulkCampaignSummary
  readonly delivered: number
  /** Of those on whose phone it arrived; from 0 to 1. */
  readonly read: number
}

/** Of campaigns that reached somebody. */
export function ratesOf(campaigns: readonly BulkCampaignSummary[]): CampaignRates[] {
  return campaigns.flatMap((campaign) => {
    const { delivered, read } = campaign.counts
    const reached = delivered + read
    return reached > 0 ? [{ campaign, delivered: reached, read: read / reached }] : []
  })
}

/** The middle one, or between the two in the middle; null of fewer than three. */
export function middleOf(values: readonly number[]): number | null {
  if (values.length < 3) return null
  const sorted = values.toSorted((one, other) => one - other)
  const half = Math.floor(sorted.length / 2)
  const [before = 0, after = 0] = [sorted[half - 1], sorted[half]]
  return sorted.length % 2 === 1 ? after : (before + after) / 2
}

import type { BulkCampaignSummary } from '@kirim/contract/campaign-list'

export interface CampaignRates {
  readonly campaign: BulkCampaignSummary
  readonly delivered: number
  /** Of those on whose phone it arrived; from 0 to 1. */
  readonly read: number
  /** Of the same. */
  readonly answered: number
}

/** Of campaigns that reached somebody. */
export function ratesOf(campaigns: readonly BulkCampaignSummary[]): CampaignRates[] {
  return campaigns.flatMap((campaign) => {
    const { delivered, read } = campaign.counts
    const reached = delivered + read
    if (reached === 0) return []
    const answered = Math.min(1, campaign.answered / reached)
    return [{ campaign, delivered: reached, read: read / reached, answered }]
  })
}

/** Fewer have no middle that says anything. */
export const MIDDLE_FROM = 3

/** The middle one, or between the two in the middle; null of too few. */
export function middleOf(values: readonly number[]): number | null {
  if (values.length < MIDDLE_FROM) return null
  const sorted = values.toSorted((one, other) => one - other)
  const half = Math.floor(sorted.length / 2)
  const [before = 0, after = 0] = [sorted[half - 1], sorted[half]]
  return sorted.length % 2 === 1 ? after : (before + after) / 2
}

import type { Campaign } from '../stored-campaign.ts'

type Interval = Pick<Campaign, 'minIntervalSeconds' | 'maxIntervalSeconds'>

/** Milliseconds, at random between the campaign's two intervals. */
export function drawGap(campaign: Interval, random: () => number): number {
  const min = campaign.minIntervalSeconds * 1000
  const max = campaign.maxIntervalSeconds * 1000
  return min + Math.floor(random() * (max - min))
}

/** The intervals may have changed since the gap was drawn. */
export function withinBounds(ms: number, campaign: Interval): number {
  return Math.min(
    Math.max(ms, campaign.minIntervalSeconds * 1000),
    campaign.maxIntervalSeconds * 1000,
  )
}

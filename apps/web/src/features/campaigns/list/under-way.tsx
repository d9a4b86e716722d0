import { lazy, useDeferredValue } from 'react'
import { type CampaignPage, isLive } from './campaign-list.ts'

/** Loaded on demand, because most visits do not need it. */
const UnderWayCard = lazy(async () => ({
  default: (await import('./under-way-card.tsx')).UnderWayCard,
}))

/**
 * Campaigns that are under way or were paused by the server; nothing when there are none. Suspends
 * when rendered with the page.
 */
export function UnderWay({ page }: { page: CampaignPage | undefined }) {
  // Deferred, so that the current content stays visible while the code loads.
  const shown = useDeferredValue(page)
  // The list below also shows those that have just ended.
  const items = shown?.items.filter((item) => isLive(item) || item.status === 'paused') ?? []
  return shown && items.length > 0 ? <UnderWayCard page={{ ...shown, items }} /> : null
}

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
  const deferredPage = useDeferredValue(page)
  // The list below also shows those that have just ended.
  const items = deferredPage?.items.filter((item) => isLive(item) || item.status === 'paused') ?? []
  return deferredPage && items.length > 0 ? (
    <UnderWayCard page={{ ...deferredPage, items }} />
  ) : null
}

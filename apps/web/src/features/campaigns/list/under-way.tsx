import { lazy, useDeferredValue } from 'react'
import type { CampaignPage } from './campaign-list.ts'

/** Loaded on demand, because most visits do not need it. */
const UnderWayCard = lazy(async () => ({
  default: (await import('./under-way-card.tsx')).UnderWayCard,
}))

/**
 * Campaigns that are under way, were paused by the server, or ended within the last hour; nothing
 * when there are none. Suspends when rendered with the page.
 */
export function UnderWay({ page }: { page: CampaignPage | undefined }) {
  // Deferred, so that the current content stays visible while the code loads.
  const shown = useDeferredValue(page)
  return shown?.items.length ? <UnderWayCard page={shown} /> : null
}

import { lazy, useDeferredValue } from 'react'
import type { CampaignPage } from './campaign-list.ts'

/** With all that it tells of a campaign's pace, which most visits have no use for. */
const UnderWayCard = lazy(async () => ({
  default: (await import('./under-way-card.tsx')).UnderWayCard,
}))

/**
 * What sends or is about to, and what ended within the last hour; nothing when there is none. It
 * suspends where it comes with the page.
 */
export function UnderWay({ page }: { page: CampaignPage | undefined }) {
  // Deferred, so that what is in sight stays while the code comes.
  const shown = useDeferredValue(page)
  return shown?.items.length ? <UnderWayCard page={shown} /> : null
}

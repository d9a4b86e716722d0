import { bulkCampaignSummary } from '@kirim/contract/campaign-list'
import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { keyOf } from '#shared/api/query.ts'
import { useRealtimeEvent } from '#shared/realtime/realtime-events.ts'
import { useMissedEvents } from '#shared/realtime/use-missed-events.ts'
import { useRefetchWhenStale } from '#shared/realtime/use-refetch-when-stale.ts'
import { afterChange, type CampaignPage } from './campaign-list.ts'

const lists = { queryKey: keyOf(bulkCampaignSummary) }

/** Moves the lists in sight as the server tells of it; asks again where that does not say all. */
export function useLiveCampaigns(): void {
  const client = useQueryClient()
  const markStale = useRefetchWhenStale(lists.queryKey)
  const reload = () => void client.invalidateQueries(lists)
  /**
   * By campaign, what it was last heard to be doing:
   * another word moves it to another place in the lists.
   */
  const heard = useRef(new Map<string, string>())

  useRealtimeEvent('campaign_changed', (change) => {
    markStale()
    const { id, progress } = change
    const before = heard.current.get(id) ?? doing(client.getQueriesData<CampaignPage>(lists), id)
    const now = progress ? wordOf(progress) : null
    client.setQueriesData<CampaignPage>(lists, (page) => page && afterChange(page, change))
    if (now === null) heard.current.delete(id)
    else heard.current.set(id, now)
    if (now !== before) reload()
  })
  // Whoever waits for a number says so.
  useRealtimeEvent('devices_changed', reload)
  useMissedEvents(reload)
}

function wordOf({ status, sentence }: { status: string; sentence: { code: string } }): string {
  return `${status} ${sentence.code}`
}

/** What the lists in sight have a campaign doing; null when it is in none of them. */
function doing(
  pages: readonly (readonly [unknown, CampaignPage | undefined])[],
  id: string,
): string | null {
  const known = pages.flatMap(([, page]) => page?.items ?? []).find((item) => item.id === id)
  return known ? wordOf(known) : null
}

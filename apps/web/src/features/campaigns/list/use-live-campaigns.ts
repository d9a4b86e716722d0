import { bulkCampaignSummary } from '@kirim/contract/campaign-list'
import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { keyOf } from '#shared/api/query.ts'
import { useRealtimeEvent } from '#shared/realtime/realtime-events.ts'
import { useMissedEvents } from '#shared/realtime/use-missed-events.ts'
import { useRefetchWhenStale } from '#shared/realtime/use-refetch-when-stale.ts'
import { afterChange, type CampaignPage } from './campaign-list.ts'

const lists = { queryKey: keyOf(bulkCampaignSummary) }

/**
 * Updates the visible lists by events, and reloads them when an event does not carry everything.
 */
export function useLiveCampaigns(): void {
  const client = useQueryClient()
  const markStale = useRefetchWhenStale(lists.queryKey)
  const reload = () => void client.invalidateQueries(lists)
  /** The last status received for each campaign; a new status changes its place in the lists. */
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
  // A campaign's sentence may depend on the connection of its number.
  useRealtimeEvent('devices_changed', reload)
  useMissedEvents(reload)
}

function wordOf({ status, sentence }: { status: string; sentence: { code: string } }): string {
  return `${status} ${sentence.code}`
}

/** The status of a campaign in the visible lists; null when it is in none. */
function doing(
  pages: readonly (readonly [unknown, CampaignPage | undefined])[],
  id: string,
): string | null {
  const known = pages.flatMap(([, page]) => page?.items ?? []).find((item) => item.id === id)
  return known ? wordOf(known) : null
}

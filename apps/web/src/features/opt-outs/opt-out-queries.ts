import { listContacts, listGroupContacts } from '@kirim/contract/contacts'
import {
  listOptOutChanges,
  listOptOuts,
  loadOptOutSettings,
  type OptOutStanding,
} from '@kirim/contract/opt-outs'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { callQuery, keyOf } from '#shared/api/query.ts'
import { useCursor, useCursorPager } from '#shared/list/use-cursor-pager.ts'
import { useRealtimeEvent } from '#shared/realtime/realtime-events.ts'
import { useMissedEvents } from '#shared/realtime/use-missed-events.ts'

const PEOPLE_PER_PAGE = 50

export interface OptOutFilter {
  /** Null for everybody. */
  standing: OptOutStanding | null
  q: string
}

/** One page of the list; the previous page stays visible until the next one is loaded. */
export function useOptOutPage({ standing, q }: OptOutFilter) {
  const place = useCursor(JSON.stringify([standing, q]))
  const query = { limit: PEOPLE_PER_PAGE, q, cursor: place.cursor, ...(standing && { standing }) }
  const list = useQuery({
    ...callQuery(listOptOuts, { query }),
    placeholderData: keepPreviousData,
  })
  const { data, isPlaceholderData } = list
  // The server counts everybody, not what a search finds.
  const total = data && q === '' ? totalOf(data.counts, standing) : null
  const page = data && { items: data.items, next: data.next, total }
  return { list, pager: useCursorPager(place, page, isPlaceholderData, PEOPLE_PER_PAGE) }
}

type Counts = Readonly<Record<OptOutStanding, number>>

/** How many people a filter shows, those who came back included. */
export function totalOf(counts: Counts, standing: OptOutStanding | null): number {
  if (standing) return counts[standing]
  return Object.values(counts).reduce((sum, count) => sum + count, 0)
}

export function useOptOutChanges(id: string) {
  return useQuery(callQuery(listOptOutChanges, { params: { id } }))
}

export function useOptOutSettings() {
  return useQuery(callQuery(loadOptOutSettings))
}

/** What shows who has opted out, contacts included. */
const SHOWING = [
  listOptOuts,
  listOptOutChanges,
  loadOptOutSettings,
  listContacts,
  listGroupContacts,
]

/** Reloads everything that shows who has opted out. */
export function useOptOutsRefresh(): () => Promise<void> {
  const queryClient = useQueryClient()
  return async () => {
    await Promise.all(
      SHOWING.map((spec) => queryClient.invalidateQueries({ queryKey: keyOf(spec) })),
    )
  }
}

/** Keeps the page up to date: people opt out by messages, and contacts are renamed. */
export function useLiveOptOuts(): void {
  const refresh = useOptOutsRefresh()
  useRealtimeEvent('opt_outs_changed', refresh)
  useRealtimeEvent('contacts_changed', refresh)
  useMissedEvents(refresh)
}

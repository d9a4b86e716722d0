import { listContacts, listGroupContacts } from '@kirim/contract/contacts'
import {
  listOptOutChanges,
  listOptOuts,
  loadOptOutSettings,
  OptOutStanding,
} from '@kirim/contract/opt-outs'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { callQuery, keyOf } from '#shared/api/query.ts'
import { useAddressView, useTypedSearch } from '#shared/list/use-address-view.ts'
import { useCursor, useCursorPager } from '#shared/list/use-cursor-pager.ts'
import { useRealtimeEvent } from '#shared/realtime/realtime-events.ts'
import { useMissedEvents } from '#shared/realtime/use-missed-events.ts'

const PEOPLE_PER_PAGE = 50

/** The list as filtered by the address, page by page, with the counts of the whole list. */
export function useOptOutView() {
  const address = useAddressView()
  const { typed, setTyped, settled: q } = useTypedSearch()
  const standing = OptOutStanding.safeParse(address.get('show')).data ?? null
  const place = useCursor(JSON.stringify([standing, q]))
  const query = { limit: PEOPLE_PER_PAGE, q, cursor: place.cursor, ...(standing && { standing }) }
  const list = useQuery({
    ...callQuery(listOptOuts, { query }),
    placeholderData: keepPreviousData,
  })
  const { data, isPlaceholderData } = list
  const counts = data?.counts
  const total = counts ? sum(Object.values(counts)) : null
  // The server counts the whole list, not the matches of a search.
  const found = counts && q === '' ? (standing ? counts[standing] : total) : null
  const page = data && { items: data.items, next: data.next, total: found }
  return {
    list,
    pager: useCursorPager(place, page, isPlaceholderData, PEOPLE_PER_PAGE),
    standing,
    typed,
    setTyped,
    counts,
    /** Null until loaded. */
    total,
    /** The number of people opted out now; null until loaded. */
    out: counts && total !== null ? total - counts.back : null,
    choose: (next: OptOutStanding | null) => address.set({ show: next ?? '' }),
    isNarrowed: standing !== null || q !== '',
    showEveryone(): void {
      setTyped('')
      address.set({ show: '', q: '', page: '' })
    },
  }
}

export type OptOutView = ReturnType<typeof useOptOutView>

function sum(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + count, 0)
}

const SHOWING_OPT_OUTS = [
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
      SHOWING_OPT_OUTS.map((spec) => queryClient.invalidateQueries({ queryKey: keyOf(spec) })),
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

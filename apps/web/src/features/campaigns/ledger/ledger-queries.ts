import {
  type CampaignReport,
  campaignReport,
  type LedgerPage,
  type LedgerPerson,
  listLedger,
} from '@kirim/contract/campaign-ledger'
import type { RecipientState } from '@kirim/contract/campaigns'
import { ledgerPerson } from '@kirim/contract/ledger-person'
import {
  type InfiniteData,
  keepPreviousData,
  useInfiniteQuery,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { callQuery, keyOf } from '#shared/api/query.ts'
import { request } from '#shared/api/request.ts'
import { useRealtimeEvent } from '#shared/realtime/realtime-events.ts'
import { useMissedEvents } from '#shared/realtime/use-missed-events.ts'
import { useThrottled } from '#shared/realtime/use-throttled.ts'

/** People of the first page, and of each further one: whoever scrolls on wants many. */
const PEOPLE = { first: 100, further: 500 }

/** A list read further than this is not loaded again from its start. */
const PAGES_LOADED_AGAIN = 5

export interface PeopleFilter {
  state?: RecipientState
  answered?: 'yes' | 'no'
  reason?: string
  q?: string
}

export type LoadedPeople = InfiniteData<LedgerPage, string>

export function reportKey(campaignId: string) {
  return keyOf(campaignReport, { params: { campaignId } })
}

export function useReport(campaignId: string) {
  return useQuery(callQuery(campaignReport, { params: { campaignId } }))
}

export function peopleKey(campaignId: string, filter: PeopleFilter) {
  return keyOf(listLedger, { campaignId, ...filter })
}

/**
 * The people of a campaign from the first one on, as far as they were scrolled to. Rows are updated
 * in place (`useLivePeople`), so loaded pages do not become stale.
 */
export function usePeople(campaignId: string, filter: PeopleFilter) {
  return useInfiniteQuery({
    queryKey: peopleKey(campaignId, filter),
    queryFn: ({ pageParam: cursor, signal }) =>
      request(
        listLedger,
        {
          params: { campaignId },
          query: { ...filter, cursor, limit: cursor ? PEOPLE.further : PEOPLE.first },
        },
        { signal },
      ),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnMount: ({ state: { data } }) =>
      (data?.pages.length ?? 0) <= PAGES_LOADED_AGAIN ? 'always' : false,
    placeholderData: keepPreviousData,
  })
}

/** One person's time line and messages; loaded again when they have moved. */
export function usePerson(campaignId: string, person: LedgerPerson) {
  const { id, state, at, answeredAt, sentence } = person
  const input = { params: { campaignId, personId: id } }
  const client = useQueryClient()
  // Of whoever has answered, the sentence stays the same.
  useRealtimeEvent('opt_outs_changed', () =>
    client.invalidateQueries({ queryKey: keyOf(ledgerPerson, input) }),
  )
  return useQuery({
    queryKey: [...keyOf(ledgerPerson, input), state, at, answeredAt, sentence.code],
    queryFn: ({ signal }) => request(ledgerPerson, input, { signal }),
    placeholderData: keepPreviousData,
  })
}

/** Reasons, pace and end are asked for at most this often. */
const REPORT_MS = 3000

/** Counts and status follow each event; what an event does not carry is asked for now and then. */
export function useLiveReport(campaignId: string): void {
  const client = useQueryClient()
  const queryKey = reportKey(campaignId)
  const reload = () => void client.invalidateQueries({ queryKey })
  const reloadSoon = useThrottled(reload, REPORT_MS)
  useRealtimeEvent('campaign_changed', ({ id, progress }) => {
    if (id !== campaignId) return
    if (!progress) return reload()
    client.setQueryData<CampaignReport>(queryKey, (report) => report && { ...report, ...progress })
    reloadSoon()
  })
  useRealtimeEvent('devices_changed', reload)
  useMissedEvents(reload)
}

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

/** Page sizes: a reader who scrolls on usually wants many more. */
const PEOPLE = { first: 100, further: 500 }

/** Longer lists are not reloaded from the start. */
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
 * Loads the people of a campaign page by page. Rows are updated in place (`useLivePeople`), so
 * loaded pages do not become stale.
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

/** Loads a person's timeline and messages, again after each change of state. */
export function usePerson(campaignId: string, person: LedgerPerson) {
  const { id, state, at, answeredAt, sentence } = person
  const input = { params: { campaignId, personId: id } }
  const client = useQueryClient()
  // An opt-out does not change the sentence of a person who has answered.
  useRealtimeEvent('opt_outs_changed', () =>
    client.invalidateQueries({ queryKey: keyOf(ledgerPerson, input) }),
  )
  return useQuery({
    queryKey: [...keyOf(ledgerPerson, input), state, at, answeredAt, sentence.code],
    queryFn: ({ signal }) => request(ledgerPerson, input, { signal }),
    placeholderData: keepPreviousData,
  })
}

/** The report is reloaded at most this often. */
const REPORT_MS = 3000

/** Applies counts and status of each event, and reloads the rest of the report now and then. */
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

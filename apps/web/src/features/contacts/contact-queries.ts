import { listContactFields, listContactTags } from '@kirim/contract/contact-details'
import { loadContactSheet } from '@kirim/contract/contact-sheet'
import {
  type ContactSort,
  listContacts,
  listGroupContacts,
  listGroups,
} from '@kirim/contract/contacts'
import { listOptOuts } from '@kirim/contract/opt-outs'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { callQuery, keyOf } from '#shared/api/query.ts'
import { requestPage } from '#shared/api/request.ts'
import { useRealtimeEvent } from '#shared/realtime/realtime-events.ts'
import { useMissedEvents } from '#shared/realtime/use-missed-events.ts'
import { useMay } from '#shared/workspace/workspace-context.ts'

export const CONTACTS_PER_PAGE = 50

export function useGroups() {
  return useQuery(callQuery(listGroups))
}

/** The number of all contacts; undefined while it is loading. */
export function useContactTotal(): number | undefined {
  const query = { limit: 1 }
  const { data } = useQuery({
    queryKey: [...keyOf(listContacts, { query }), 'total'],
    queryFn: async ({ signal }) => (await requestPage(listContacts, { query }, { signal })).total,
  })
  return data ?? undefined
}

/** The number of opted-out people; undefined while it is loading. */
export function useOptOutCount(): number | undefined {
  const enabled = useMay('opt-outs:read')
  const { data } = useQuery({ ...callQuery(listOptOuts, { query: { limit: 1 } }), enabled })
  if (!data) return undefined
  const { back: _back, ...out } = data.counts
  return Object.values(out).reduce((sum, count) => sum + count, 0)
}

export interface ContactFilter {
  /** Null for all contacts. */
  groupId: string | null
  q: string
  sort: ContactSort
  /** The id of a tag; '' for all contacts. */
  tag: string
  /** The key of a field; '' for all contacts. */
  field: string
  /** The value of the field; '' for any. */
  value: string
}

/** The query of a list of these contacts. */
export function listQuery({ sort, ...filter }: ContactFilter) {
  return { ...filterQuery(filter), sort }
}

/** The query without the order. */
export function filterQuery({ q, tag, field, value }: Omit<ContactFilter, 'sort'>) {
  return { q, ...(tag && { tag }), ...(field && { field, ...(value && { value }) }) }
}

/** One page of contacts; the previous one stays until the next one is loaded. */
export function useContactPage(filter: ContactFilter, cursor: string) {
  const { groupId } = filter
  const query = { limit: CONTACTS_PER_PAGE, ...listQuery(filter), cursor }
  const spec = groupId ? listGroupContacts : listContacts
  return useQuery({
    queryKey: [...keyOf(spec, { groupId, query }), 'page'],
    queryFn: ({ signal }) =>
      groupId
        ? requestPage(listGroupContacts, { params: { id: groupId }, query }, { signal })
        : requestPage(listContacts, { query }, { signal }),
    placeholderData: keepPreviousData,
  })
}

const CONTACT_CALLS = [
  listContacts,
  listGroupContacts,
  listGroups,
  listContactFields,
  listContactTags,
  loadContactSheet,
  listOptOuts,
]

/** Loads contacts and groups again, with the names of their fields and tags. */
export function useContactsRefresh(): () => Promise<void> {
  const queryClient = useQueryClient()
  return async () => {
    await Promise.all(
      CONTACT_CALLS.map((spec) => queryClient.invalidateQueries({ queryKey: keyOf(spec) })),
    )
  }
}

/** Keeps the page current while contacts change elsewhere: in another tab, or by an import. */
export function useLiveContacts(): void {
  const refresh = useContactsRefresh()
  useRealtimeEvent('contacts_changed', refresh)
  useRealtimeEvent('opt_outs_changed', refresh)
  useMissedEvents(refresh)
}

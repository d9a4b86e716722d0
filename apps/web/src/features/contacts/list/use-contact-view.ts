import type { ContactSort } from '@kirim/contract/contacts'
import { useState } from 'react'
import type { Sorting } from '#shared/list/list-view.ts'
import { useAddressView, useTypedSearch } from '#shared/list/use-address-view.ts'
import type { SortingState } from '#shared/list/use-list.ts'
import type { ContactFilter } from '../contact-queries.ts'

export type ContactColumn = 'name' | 'phoneNumber'

/** The filters of a list beside its search. */
export type Narrowing = Pick<ContactFilter, 'tag' | 'field' | 'value'>

/** Search, filters and order of the list; the address holds search and filters. */
export function useContactView(groupId: string | null) {
  const address = useAddressView()
  const { typed, setTyped, settled: q } = useTypedSearch()
  const [current, change] = useState<Sorting<ContactColumn> | null>(null)
  const sorting: SortingState<ContactColumn> = { current, change }
  const narrowing: Narrowing = {
    tag: address.get('tag'),
    field: address.get('field'),
    value: address.get('field') && address.get('value'),
  }
  const filter: ContactFilter = { groupId, q, sort: sortOf(current), ...narrowing }
  return {
    typed,
    setTyped,
    sorting,
    narrowing,
    narrow: (next: Narrowing) => address.set({ ...next }),
    filter,
    isNarrowed: q !== '' || narrowing.tag !== '' || narrowing.field !== '',
  }
}

export type ContactView = ReturnType<typeof useContactView>

/** Newest first until a column is chosen. */
function sortOf(sorted: Sorting<ContactColumn> | null): ContactSort {
  if (!sorted) return 'newest'
  return sorted.descending ? `-${sorted.by}` : sorted.by
}

import { useEffect, useState } from 'react'
import { CONTACTS_PER_PAGE, type ContactFilter, useContactPage } from './contact-queries.ts'

/** The page of contacts in sight, and the ways to the pages around it. Starts anew with another filter. */
export function useContactPager(filter: ContactFilter) {
  const key = JSON.stringify([filter.groupId, filter.q])
  const [place, setPlace] = useState({ key, cursors: [''] })
  const cursors = place.key === key ? place.cursors : ['']
  const query = useContactPage(filter, cursors.at(-1) ?? '')
  const { data, isPlaceholderData } = query
  const go = (next: string[]) => setPlace({ key, cursors: next })

  // The last contact of the last page went away.
  const emptied = data?.items.length === 0 && !isPlaceholderData && cursors.length > 1
  useEffect(() => {
    if (emptied) setPlace((now) => ({ ...now, cursors: now.cursors.slice(0, -1) }))
  }, [emptied])

  const from = (cursors.length - 1) * CONTACTS_PER_PAGE + 1
  const next = isPlaceholderData ? null : data?.next
  return {
    query,
    contacts: data?.items,
    total: data?.total ?? null,
    from,
    to: from - 1 + (data?.items.length ?? 0),
    onPrevious: cursors.length > 1 ? () => go(cursors.slice(0, -1)) : undefined,
    onNext: next ? () => go([...cursors, next]) : undefined,
  }
}

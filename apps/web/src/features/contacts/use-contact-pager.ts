import { useCursor, useCursorPager } from '#shared/list/use-cursor-pager.ts'
import { CONTACTS_PER_PAGE, type ContactFilter, useContactPage } from './contact-queries.ts'

/**
 * The page of contacts in sight, and the ways to the pages around it.
 * Starts anew with another filter.
 */
export function useContactPager(filter: ContactFilter) {
  const place = useCursor(JSON.stringify([filter.groupId, filter.q, filter.sort]))
  const query = useContactPage(filter, place.cursor)
  const pager = useCursorPager(place, query.data, query.isPlaceholderData, CONTACTS_PER_PAGE)
  return { query, contacts: query.data?.items, ...pager }
}

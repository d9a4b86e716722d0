import { useCursor, useCursorPager } from '#shared/list/use-cursor-pager.ts'
import {
  CONTACTS_PER_PAGE,
  type ContactFilter,
  queryOf,
  useContactPage,
} from '../contact-queries.ts'

/**
 * The visible page of contacts, and functions to go to the pages around it. Starts again when the
 * filter changes.
 */
export function useContactPager(filter: ContactFilter) {
  const place = useCursor(JSON.stringify([filter.groupId, queryOf(filter)]))
  const query = useContactPage(filter, place.cursor)
  const pager = useCursorPager(place, query.data, query.isPlaceholderData, CONTACTS_PER_PAGE)
  return { query, contacts: query.data?.items, ...pager }
}

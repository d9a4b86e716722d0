import type { ContactSort } from '@kirim/contract/contacts'
import type { Caller } from '../../platform/caller.ts'
import { DomainError } from '../../platform/errors.ts'
import {
  type ContactFilter,
  type ContactListsRepository,
  type ContactOrder,
  placeOf,
} from './contact-lists.repository.ts'
import { isNumberLike } from './number-like-names.ts'
import type { StoredContact } from './stored-contact.ts'

type Place = readonly string[]

/** How a list is read from one place on, and the place of each of its contacts. */
export interface ListOrder {
  read(filter: ContactFilter, after: Place | null, limit: number): Promise<StoredContact[]>
  placeOf(contact: StoredContact): Place
  /** The place that a cursor names. Throws `malformed_request` for one of another order. */
  placeIn(cursor: string | undefined): Place | null
  cursorOf(contact: StoredContact): string
}

const orders: Record<ContactSort, ContactOrder> = {
  newest: { by: 'createdAt', descending: true },
  oldest: { by: 'createdAt', descending: false },
  name: { by: 'name', descending: false },
  '-name': { by: 'name', descending: true },
  phoneNumber: { by: 'phoneNumber', descending: false },
  '-phoneNumber': { by: 'phoneNumber', descending: true },
}

const SEPARATOR = '.'

/**
 * The order of a list for a caller. Where numbers are hidden, their order would tell them: then
 * nothing is sorted by number, and contacts whose name may be one follow the others, newest first.
 */
export function orderOfList(
  lists: ContactListsRepository,
  { workspaceId, hidesNumbers }: Caller,
  sort: ContactSort = 'newest',
): ListOrder {
  const wanted = orders[sort]
  const order = hidesNumbers && wanted.by === 'phoneNumber' ? orders.newest : wanted
  const isSplit = hidesNumbers && order.by === 'name'
  const listed = (filter: ContactFilter, by: ContactOrder, after: Place | null, limit: number) =>
    lists.list(workspaceId, filter, { order: by, after, limit })

  async function read(filter: ContactFilter, after: Place | null, limit: number) {
    if (!isSplit) return listed(filter, order, after, limit)
    const rest = { ...filter, names: 'numbers' } as const
    if (after?.length === 1) return listed(rest, orders.newest, after, limit)
    const named = await listed({ ...filter, names: 'words' }, order, after, limit)
    const left = limit - named.length
    return left === 0 ? named : [...named, ...(await listed(rest, orders.newest, null, left))]
  }

  const placeOfOne = (contact: StoredContact) =>
    placeOf(contact, isSplit && isNumberLike(contact) ? orders.newest : order)

  return {
    read,
    placeOf: placeOfOne,
    placeIn(cursor) {
      if (!cursor) return null
      const place = cursor.split(SEPARATOR)
      const lengths = isSplit ? [1, 2] : [order.by === 'name' ? 2 : 1]
      const isPlace = place.every((part) => /^[\da-f-]*$/.test(part))
      if (!isPlace || !lengths.includes(place.length)) throw new DomainError('malformed_request')
      return place
    },
    cursorOf: (contact) => placeOfOne(contact).join(SEPARATOR),
  }
}

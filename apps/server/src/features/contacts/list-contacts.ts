import type { Contact, ContactSort } from '@kirim/contract/contacts'
import type { Caller, Sight } from '../../platform/caller.ts'
import { inPages } from '../../platform/database/in-pages.ts'
import { DomainError } from '../../platform/errors.ts'
import { searchedBy } from '../../platform/hidden-numbers/searched-by.ts'
import { searchTexts } from '../../platform/search-text.ts'
import {
  type ContactListsRepository,
  type ContactOrder,
  placeOf,
} from './contact-lists.repository.ts'
import type { LastMomentsOf } from './contacts.ports.ts'
import { type PresentDeps, presentContacts, withMoments } from './present-contact.ts'
import type { StoredContact } from './stored-contact.ts'

export interface ContactQuestion {
  readonly groupId: string | null
  readonly q?: string | undefined
  readonly limit?: number | undefined
  readonly cursor?: string | undefined
  readonly sort?: ContactSort | undefined
  readonly tag?: string | undefined
  readonly field?: string | undefined
  readonly value?: string | undefined
  /** Only these contacts; at most 500. */
  readonly ids?: readonly string[] | undefined
}

export interface ListDeps extends PresentDeps {
  readonly lists: ContactListsRepository
  readonly lastMoments: LastMomentsOf
}

export interface ContactPage {
  /** One page when there is a limit, otherwise all pages, each read on demand. */
  readonly pages: AsyncIterable<Contact[]>
  /** Only with a limit; null for searches with very many results. */
  readonly total: number | null
  /** The start of the next page; null on the last one. */
  readonly next: string | null
}

const orders: Record<ContactSort, ContactOrder> = {
  newest: { by: 'createdAt', descending: true },
  oldest: { by: 'createdAt', descending: false },
  name: { by: 'name', descending: false },
  '-name': { by: 'name', descending: true },
  phoneNumber: { by: 'phoneNumber', descending: false },
  '-phoneNumber': { by: 'phoneNumber', descending: true },
}

/**
 * Contacts, newest first unless sorted otherwise: one page when there is a limit, otherwise all. A
 * page starts after the position of the last contact before it, even if that was deleted. Throws
 * `malformed_request` for a cursor that does not belong to the order.
 */
export async function listContacts(
  deps: ListDeps,
  caller: Caller,
  question: ContactQuestion,
): Promise<ContactPage> {
  const { lists } = deps
  const { workspaceId } = caller
  const narrowed = await lists.narrow(workspaceId, {
    groupId: question.groupId,
    texts: searchTexts(searchedBy(caller, question.q) ?? ''),
    tagId: question.tag ?? null,
    field: question.field === undefined ? null : { key: question.field, value: question.value },
  })
  const filter = question.ids ? { ...narrowed, ids: question.ids } : narrowed
  const present = (pages: Parameters<typeof presentPages>[2], isOne = false) =>
    presentPages(deps, caller, pages, isOne)
  const order = orderFor(caller, question.sort)
  const after = placeIn(order, question.cursor || null)
  if (question.limit === undefined) {
    const read = (place: readonly string[] | null, limit: number) =>
      lists.list(workspaceId, filter, { order, after: place, limit })
    const pages = inPages(read, (row) => placeOf(row, order), after)
    return { pages: present(pages), total: null, next: null }
  }
  const rows = await lists.list(workspaceId, filter, { order, after, limit: question.limit + 1 })
  const page = rows.slice(0, question.limit)
  const last = rows.length > page.length ? page.at(-1) : undefined
  return {
    pages: present([page], true),
    // A first page that is not full contains everything.
    total: after === null && !last ? rows.length : await lists.count(workspaceId, filter),
    next: last ? placeOf(last, order).join(SEPARATOR) : null,
  }
}

/** Where numbers are hidden, their order would tell them. */
function orderFor({ hidesNumbers }: Caller, sort: ContactSort = 'newest'): ContactOrder {
  const order = orders[sort]
  return hidesNumbers && order.by === 'phoneNumber' ? orders.newest : order
}

const SEPARATOR = '.'

function placeIn(order: ContactOrder, cursor: string | null): readonly string[] | null {
  if (cursor === null) return null
  const place = cursor.split(SEPARATOR)
  const parts = order.by === 'name' ? 2 : 1
  const isPlace = place.length === parts && place.every((part) => /^[\da-f-]*$/.test(part))
  if (!isPlace) throw new DomainError('malformed_request')
  return place
}

/** Campaign history is looked up for a single page, not for a whole list. */
async function* presentPages(
  deps: ListDeps,
  sight: Sight,
  pages: AsyncIterable<StoredContact[]> | Iterable<StoredContact[]>,
  isOne: boolean,
): AsyncGenerator<Contact[]> {
  for await (const page of pages) {
    const contacts = await presentContacts(deps, sight.workspaceId, page)
    yield isOne ? await withMoments(deps.lastMoments, sight, contacts) : contacts
  }
}

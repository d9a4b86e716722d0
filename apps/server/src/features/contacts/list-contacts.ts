import type { Contact, ContactSort } from '@kirim/contract/contacts'
import type { Caller, Sight } from '../../platform/caller.ts'
import { inPages } from '../../platform/database/in-pages.ts'
import { searchedBy } from '../../platform/hidden-numbers/searched-by.ts'
import { searchTexts } from '../../platform/search-text.ts'
import type { ContactListsRepository } from './contact-lists.repository.ts'
import type { LastMomentsOf } from './contacts.ports.ts'
import { orderOfList } from './order-of-list.ts'
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
  const order = orderOfList(lists, caller, question.sort)
  const after = order.placeIn(question.cursor)
  const read = (place: readonly string[] | null, limit: number) => order.read(filter, place, limit)
  if (question.limit === undefined) {
    return { pages: present(inPages(read, order.placeOf, after)), total: null, next: null }
  }
  const rows = await read(after, question.limit + 1)
  const page = rows.slice(0, question.limit)
  const last = rows.length > page.length ? page.at(-1) : undefined
  return {
    pages: present([page], true),
    // A first page that is not full contains everything.
    total: after === null && !last ? rows.length : await lists.count(workspaceId, filter),
    next: last ? order.cursorOf(last) : null,
  }
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

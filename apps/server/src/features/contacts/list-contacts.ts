import { setImmediate } from 'node:timers/promises'
import type { Contact } from '@kirim/contract/contacts'
import { DomainError } from '../../platform/errors.ts'
import { searchPatterns } from '../../platform/search-text.ts'
import type { ContactFilter, ContactsRepository } from './contacts.repository.ts'
import { presentContact } from './present-contact.ts'

/** Rows read at a stretch when everybody is asked for: short enough for others to be served between. */
const ROWS_AT_ONCE = 1000

interface Question {
  readonly groupId: string | null
  readonly q?: string | undefined
  readonly limit?: number | undefined
  readonly cursor?: string | undefined
}

export interface ContactPage {
  readonly contacts: Contact[]
  /** Only when a limit was given. */
  readonly total: number | null
  /** Where the next page starts; null on the last one. */
  readonly next: string | null
}

/**
 * Contacts newest first: one page when there is a limit, else all of them. Throws `malformed_request`
 * for a cursor that no page gave.
 */
export async function listContacts(
  contacts: ContactsRepository,
  userId: string,
  question: Question,
): Promise<ContactPage> {
  const filter = { groupId: question.groupId, patterns: searchPatterns(question.q ?? '') }
  const before = question.cursor || null
  if (before !== null && !/^[\da-f-]+$/.test(before)) throw new DomainError('malformed_request')
  if (question.limit === undefined) {
    return { contacts: await readAll(contacts, userId, filter, before), total: null, next: null }
  }
  const rows = await contacts.list(userId, filter, { before, limit: question.limit + 1 })
  const page = rows.slice(0, question.limit)
  return {
    contacts: page.map(presentContact),
    total: await contacts.count(userId, filter),
    next: rows.length > page.length ? (page.at(-1)?.id ?? null) : null,
  }
}

async function readAll(
  contacts: ContactsRepository,
  userId: string,
  filter: ContactFilter,
  from: string | null,
): Promise<Contact[]> {
  const all: Contact[] = []
  for (let before = from; ; ) {
    const rows = await contacts.list(userId, filter, { before, limit: ROWS_AT_ONCE })
    for (const row of rows) all.push(presentContact(row))
    if (rows.length < ROWS_AT_ONCE) return all
    before = rows.at(-1)?.id ?? null
    await setImmediate()
  }
}

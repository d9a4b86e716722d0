import type { ContactField } from '@kirim/contract/contact-details'
import { Contact } from '@kirim/contract/contacts'
import { z } from 'zod'
import type { Caller } from '../../platform/caller.ts'
import { type ExportedTable, PHONE_NUMBER, tableFor } from '../../platform/export/exported-table.ts'
import { shownTo } from '../../platform/hidden-numbers/shown-to.ts'
import type { FieldsRepository } from './details/fields.repository.ts'
import { tagsCell } from './details/tags-cell.ts'
import { type ContactQuestion, type ListDeps, listContacts } from './list-contacts.ts'

const Contacts = z.array(Contact)

interface ExportDeps extends ListDeps {
  readonly fields: Pick<FieldsRepository, 'list'>
}

/** A list of contacts with a column for each field. */
export async function contactsTable(
  deps: ExportDeps,
  caller: Caller,
  question: ContactQuestion,
): Promise<ExportedTable> {
  const fields = await deps.fields.list(caller.workspaceId)
  const { pages } = await listContacts(deps, caller, question)
  const labels = fields.map(({ label }) => label)
  return tableFor(caller, {
    name: 'contacts',
    headings: ['Name', PHONE_NUMBER, 'Tags', ...labels, 'Opted out', 'Added'],
    pages: recordsOf(caller, pages, fields),
  })
}

async function* recordsOf(
  caller: Caller,
  pages: AsyncIterable<Contact[]>,
  fields: readonly ContactField[],
): AsyncGenerator<string[][]> {
  for await (const page of pages) {
    yield shownTo(caller, Contacts, page).map((contact) => [
      contact.name,
      contact.phoneNumber,
      tagsCell((contact.tags ?? []).map(({ name }) => name)),
      ...fields.map(({ key }) => contact.fields?.[key] ?? ''),
      contact.optedOut ? 'yes' : 'no',
      contact.createdAt,
    ])
  }
}

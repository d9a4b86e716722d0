import type { ContactField } from '@kirim/contract/contact-details'
import type { Contact } from '@kirim/contract/contacts'
import type { ExportedTable } from '../../platform/export/exported-table.ts'
import type { FieldsRepository } from './details/fields.repository.ts'
import { tagsCell } from './details/tags-cell.ts'
import { type ContactQuestion, type ListDeps, listContacts } from './list-contacts.ts'

interface ExportDeps extends ListDeps {
  readonly fields: Pick<FieldsRepository, 'list'>
}

/** A list of contacts with a column for each field. */
export async function contactsTable(
  deps: ExportDeps,
  workspaceId: string,
  question: ContactQuestion,
): Promise<ExportedTable> {
  const fields = await deps.fields.list(workspaceId)
  const { pages } = await listContacts(deps, workspaceId, question)
  const labels = fields.map(({ label }) => label)
  return {
    name: 'contacts',
    headings: ['Name', 'Phone number', 'Tags', ...labels, 'Opted out', 'Added'],
    pages: recordsOf(pages, fields),
  }
}

async function* recordsOf(
  pages: AsyncIterable<Contact[]>,
  fields: readonly ContactField[],
): AsyncGenerator<string[][]> {
  for await (const page of pages) {
    yield page.map((contact) => [
      contact.name,
      contact.phoneNumber,
      tagsCell((contact.tags ?? []).map(({ name }) => name)),
      ...fields.map(({ key }) => contact.fields?.[key] ?? ''),
      contact.optedOut ? 'yes' : 'no',
      contact.createdAt,
    ])
  }
}

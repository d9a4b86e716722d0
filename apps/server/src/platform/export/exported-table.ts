import type { Caller } from '../caller.ts'

/** The heading of phone numbers of people. */
export const PHONE_NUMBER = 'Phone number'

/** Rows of cells, page by page. */
type ExportPages = AsyncIterable<readonly (readonly string[])[]>

export interface ExportedTable {
  /** The file name without its extension. */
  readonly name: string
  readonly headings: readonly string[]
  readonly pages: ExportPages
}

/** The name for a table with a number column; people without a number also get their username. */
export function exportedName(person: {
  readonly name: string
  readonly phoneNumber: string
  /** Without its @; empty when unknown. */
  readonly username: string
}): string {
  const { name, phoneNumber, username } = person
  if (phoneNumber || !username) return name
  return name ? `${name} (@${username})` : `@${username}`
}

/**
 * A table of people as a caller sees it: without the column of phone numbers where they are hidden.
 */
export function tableFor(
  { hidesNumbers }: Pick<Caller, 'hidesNumbers'>,
  table: ExportedTable,
): ExportedTable {
  const column = table.headings.indexOf(PHONE_NUMBER)
  if (!hidesNumbers || column < 0) return table
  return {
    ...table,
    headings: table.headings.toSpliced(column, 1),
    pages: withoutColumn(table.pages, column),
  }
}

async function* withoutColumn(pages: ExportedTable['pages'], column: number) {
  for await (const page of pages) yield page.map((row) => row.toSpliced(column, 1))
}

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

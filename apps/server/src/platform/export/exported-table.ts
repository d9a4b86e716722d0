/** Rows of cells, page by page. */
type ExportPages = AsyncIterable<readonly (readonly string[])[]>

export interface ExportedTable {
  /** Of the file, without an ending. */
  readonly name: string
  readonly headings: readonly string[]
  readonly pages: ExportPages
}

/** In a table with a column for the number: whoever has none is known by their username, too. */
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

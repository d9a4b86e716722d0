/** A tag in quotation marks, or what stands before the next separator. */
const NEXT_TAG = /\s*(?:"((?:[^"]|"")*)"\s*(?=[,;]|$)|([^,;]*))(?:[,;]|$)/gy

/** Tags in one cell of a table, as `tagsInCell` reads them again. */
export function tagsCell(names: readonly string[]): string {
  return names.map((name) => (/^"|[,;]/.test(name) ? quoted(name) : name)).join('; ')
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}

/** The tags of a cell, parted by commas or semicolons; quotation marks hold one with these. */
export function tagsInCell(text: string): string[] {
  return [...text.matchAll(NEXT_TAG)].map(([, inQuotes, plain = '']) =>
    inQuotes === undefined ? plain.trim() : inQuotes.replaceAll('""', '"'),
  )
}

/** A quoted tag, or the text before the next separator. */
const NEXT_TAG = /\s*(?:"((?:[^"]|"")*)"\s*(?=[,;]|$)|([^,;]*))(?:[,;]|$)/gy

/** Writes tags into one cell, in the form `tagsInCell` reads. */
export function tagsCell(names: readonly string[]): string {
  return names.map((name) => (/^"|[,;]/.test(name) ? quoted(name) : name)).join('; ')
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}

/** The tags in a cell, separated by commas or semicolons; a tag that contains one is quoted. */
export function tagsInCell(text: string): string[] {
  return [...text.matchAll(NEXT_TAG)].map(([, inQuotes, plain = '']) =>
    inQuotes === undefined ? plain.trim() : inQuotes.replaceAll('""', '"'),
  )
}

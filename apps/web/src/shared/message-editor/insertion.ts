/** The text after an insertion, and the range to select. */
export interface Insertion {
  text: string
  selectFrom: number
  selectTo: number
}

/**
 * Replaces the selection with a token. A choice takes the selected words as its first option; its
 * example options are selected, so that typing replaces them.
 */
export function insertToken(text: string, from: number, to: number, token: string): Insertion {
  const selected = text.slice(from, to)
  const written = token.startsWith('{') && selected ? `{${selected}|}` : token
  const result = text.slice(0, from) + written + text.slice(to)
  const end = from + written.length
  if (!token.startsWith('{')) return { text: result, selectFrom: end, selectTo: end }
  if (selected) return { text: result, selectFrom: end - 1, selectTo: end - 1 }
  return { text: result, selectFrom: from + 1, selectTo: end - 1 }
}

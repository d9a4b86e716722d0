/** A text after something was put into it, and the part to select afterwards. */
export interface Insertion {
  text: string
  selectFrom: number
  selectTo: number
}

/**
 * Puts a token in the place of the selection. A choice takes selected words as its first option;
 * its own examples are selected so that typing replaces them.
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

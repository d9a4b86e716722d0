import type pg from 'pg'

/** By their text. A handful: each is written down in the program. */
const names = new Map<string, string>()

/** A connection to PostgreSQL parses and plans this statement once, and not each time. */
export function nameStatement(text: string): void {
  if (!names.has(text)) names.set(text, `kirim_${names.size + 1}`)
}

/** Statements with a name go by it on this connection. */
export function useNames(client: Pick<pg.ClientBase, 'query'>): void {
  const query = client.query.bind(client) as (...asked: unknown[]) => unknown
  const byName = (text: unknown, values: unknown, ...rest: unknown[]) => {
    const name = typeof text === 'string' ? names.get(text) : undefined
    return name ? query({ name, text, values }, ...rest) : query(text, values, ...rest)
  }
  client.query = byName as typeof client.query
}

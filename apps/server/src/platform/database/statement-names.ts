import type pg from 'pg'

/** Names by statement text. There are few: each stands in the source. */
const names = new Map<string, string>()

/** Lets each PostgreSQL connection parse and plan this statement only once. */
export function nameStatement(text: string): void {
  if (!names.has(text)) names.set(text, `kirim_${names.size + 1}`)
}

/** Makes this connection use the names. */
export function useNames(client: Pick<pg.ClientBase, 'query'>): void {
  const query = client.query.bind(client) as (...args: unknown[]) => unknown
  const byName = (text: unknown, values: unknown, ...rest: unknown[]) => {
    const name = typeof text === 'string' ? names.get(text) : undefined
    return name ? query({ name, text, values }, ...rest) : query(text, values, ...rest)
  }
  client.query = byName as typeof client.query
}

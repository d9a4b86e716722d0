import type pg from 'pg'

/** Other clients of the pooler may hide its mode in a single round. */
const ROUNDS = 3

/**
 * Whether each of two connections has a PostgreSQL backend of its own. Behind a pooler in
 * transaction or statement mode they do not: a LIFO pooler gives both the same backend, and a FIFO
 * pooler gives one of them two, unless it has only one.
 */
export async function haveOwnSessions(one: pg.Client, other: pg.Client): Promise<boolean> {
  const [of, ofOther] = [new Set<number>(), new Set<number>()]
  for (let round = 0; round < ROUNDS; round++) {
    for (let twice = 0; twice < 2; twice++) of.add(await processOf(one))
    for (let twice = 0; twice < 2; twice++) ofOther.add(await processOf(other))
  }
  return of.size === 1 && ofOther.size === 1 && new Set([...of, ...ofOther]).size === 2
}

async function processOf(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  return rows[0]?.pid ?? 0
}

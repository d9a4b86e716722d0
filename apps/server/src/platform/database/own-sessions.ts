import type pg from 'pg'

/** Others on the same pooler may hide in one round what it does. */
const ROUNDS = 3

/**
 * Whether each of two connections keeps one process of PostgreSQL to itself. A pooler that lends
 * them for a transaction or a statement hands out the one that came back last, so the second
 * connection gets that of the first, or the one that came back first, so who asks twice gets two,
 * unless there is only one.
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

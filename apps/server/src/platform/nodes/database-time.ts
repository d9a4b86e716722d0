import type pg from 'pg'

/**
 * The time of PostgreSQL in epoch milliseconds, which is the same for all nodes. Before it is first
 * queried: the time of this machine.
 */
export function createDatabaseTime() {
  let ahead = Date.now() - performance.now()
  return {
    now: (): number => performance.now() + ahead,
    async learn(client: pg.Client): Promise<void> {
      const { rows } = await client.query<{ now: string }>(
        'select extract(epoch from clock_timestamp()) * 1000 as now',
      )
      ahead = Number(rows[0]?.now) - performance.now()
    },
  }
}

export type DatabaseTime = ReturnType<typeof createDatabaseTime>

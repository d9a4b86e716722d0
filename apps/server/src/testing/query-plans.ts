import { CompiledQuery, type KyselyPlugin, type RootOperationNode, sql } from 'kysely'
import type { Db } from '../platform/database/database.ts'
import { isSqlite } from '../platform/database/text-search.ts'

/**
 * How the database finds the rows of each query that `ask` makes: a line for each table it looks
 * into. PostgreSQL, which reads a small table as a whole, is told to look for another way.
 */
export async function queryPlans(db: Db, ask: (db: Db) => Promise<unknown>): Promise<string[]> {
  const asked: { node: RootOperationNode; queryId: { readonly queryId: string } }[] = []
  const listen: KyselyPlugin = {
    transformQuery({ node, queryId }) {
      asked.push({ node, queryId })
      return node
    },
    transformResult: async ({ result }) => result,
  }
  await ask(db.withPlugin(listen))
  const compiled = asked.map(({ node, queryId }) => db.getExecutor().compileQuery(node, queryId))
  return isSqlite(db) ? sqlitePlans(db, compiled) : postgresPlans(db, compiled)
}

async function sqlitePlans(db: Db, asked: readonly CompiledQuery[]): Promise<string[]> {
  const lines: string[] = []
  for (const { sql: text, parameters } of asked) {
    const explain = CompiledQuery.raw(`explain query plan ${text}`, [...parameters])
    const { rows } = await db.executeQuery<{ detail: string }>(explain)
    lines.push(...rows.map(({ detail }) => detail))
  }
  return lines.filter((line) => /^(SCAN|SEARCH)/.test(line))
}

async function postgresPlans(db: Db, asked: readonly CompiledQuery[]): Promise<string[]> {
  return db.transaction().execute(async (tx) => {
    await sql`set local enable_seqscan = off`.execute(tx)
    const lines: string[] = []
    for (const { sql: text, parameters } of asked) {
      const explain = CompiledQuery.raw(`explain (costs off) ${text}`, [...parameters])
      const { rows } = await tx.executeQuery<{ 'QUERY PLAN': string }>(explain)
      lines.push(...rows.map((row) => row['QUERY PLAN'].replace(/^[\s>-]+/, '')))
    }
    return lines.filter((line) => /Scan/.test(line))
  })
}

import { CompiledQuery, type KyselyPlugin, type RootOperationNode } from 'kysely'
import type { Db } from '../platform/database/database.ts'

/** How SQLite finds the rows of each query that `ask` makes: a line for each table it looks into. */
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
  const lines: string[] = []
  for (const { node, queryId } of asked) {
    const { sql, parameters } = db.getExecutor().compileQuery(node, queryId)
    const explain = CompiledQuery.raw(`explain query plan ${sql}`, [...parameters])
    const { rows } = await db.executeQuery<{ detail: string }>(explain)
    lines.push(...rows.map(({ detail }) => detail))
  }
  return lines.filter((line) => /^(SCAN|SEARCH)/.test(line))
}

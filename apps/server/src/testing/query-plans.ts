import { CompiledQuery, type KyselyPlugin, type RootOperationNode, sql } from 'kysely'
import type { Db } from '../platform/database/database.ts'
import { isSqlite } from '../platform/database/text-search.ts'

/**
 * The plans of all queries in `ask`: a line for each table. PostgreSQL, which prefers to scan small
 * tables, is told to avoid that.
 */
export async function queryPlans(db: Db, ask: (db: Db) => Promise<unknown>): Promise<string[]> {
  const asked = await queriesOf(db, ask)
  return isSqlite(db) ? sqlitePlans(db, asked) : postgresPlans(db, asked)
}

/** The number of table and index rows that PostgreSQL reads for all queries in `ask`. */
export async function rowsRead(db: Db, ask: (db: Db) => Promise<unknown>): Promise<number> {
  let rows = 0
  for (const { sql: text, parameters } of await queriesOf(db, ask)) {
    const explain = CompiledQuery.raw(`explain (analyze, timing off, format json) ${text}`, [
      ...parameters,
    ])
    const [row] = (await db.executeQuery<{ 'QUERY PLAN': { Plan: PlanNode }[] }>(explain)).rows
    for (const { Plan } of row?.['QUERY PLAN'] ?? []) rows += rowsReadIn(Plan)
  }
  return rows
}

interface PlanNode {
  readonly 'Node Type': string
  readonly 'Actual Rows': number
  readonly 'Actual Loops': number
  readonly 'Rows Removed by Filter'?: number
  readonly 'Rows Removed by Index Recheck'?: number
  readonly Plans?: readonly PlanNode[]
}

function rowsReadIn(node: PlanNode): number {
  const below = (node.Plans ?? []).reduce((sum, plan) => sum + rowsReadIn(plan), 0)
  if (!node['Node Type'].includes('Scan')) return below
  const passedOver =
    (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0)
  return below + node['Actual Loops'] * (node['Actual Rows'] + passedOver)
}

async function queriesOf(db: Db, ask: (db: Db) => Promise<unknown>): Promise<CompiledQuery[]> {
  const asked: { node: RootOperationNode; queryId: { readonly queryId: string } }[] = []
  const listen: KyselyPlugin = {
    transformQuery({ node, queryId }) {
      asked.push({ node, queryId })
      return node
    },
    transformResult: async ({ result }) => result,
  }
  await ask(db.withPlugin(listen))
  return asked.map(({ node, queryId }) => db.getExecutor().compileQuery(node, queryId))
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

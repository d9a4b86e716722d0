import { type AliasableExpression, type RawBuilder, sql } from 'kysely'
import type { Db } from './database.ts'
import { inSteps } from './in-steps.ts'
import type { Database } from './schema.ts'

const BATCH_SIZE = 250

/** Rows of which one owner may have very many: their table, its key, and how to find them. */
interface OwnedRows {
  readonly table: keyof Database
  readonly key: readonly string[]
  /** The condition: `where …`, after the joins that it needs. */
  readonly found: RawBuilder<unknown>
}

/** Finds the rows of a table with a `device_id` that belong to one workspace's devices. */
export function rowsOfDevices(
  table: keyof Database,
  devices: AliasableExpression<{ id: string; user_id: string }>,
  workspaceId: string,
): RawBuilder<unknown> {
  return sql`
    join ${devices.as('device')} on device.id = ${sql.ref(`${table}.device_id`)}
    where device.user_id = ${workspaceId}
  `
}

/**
 * Deletes rows in short transactions, so that other requests are served in between. Ends early when
 * the signal aborts.
 */
export async function eraseInSteps(
  db: Db,
  { table, key, found }: OwnedRows,
  signal?: AbortSignal,
): Promise<void> {
  const columns = sql.join(key.map((column) => sql.ref(`${table}.${column}`)))
  await inSteps(async () => {
    const { numAffectedRows } = await sql`
      delete from ${sql.table(table)} where (${columns}) in (
        select ${columns} from ${sql.table(table)} ${found} limit ${BATCH_SIZE}
      )
    `.execute(db)
    return numAffectedRows === BigInt(BATCH_SIZE)
  }, signal)
}

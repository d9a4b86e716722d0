import { sql } from 'kysely'
import type { AgingRows, AgingStep } from '../../platform/database/aging-rows.ts'
import type { Db } from '../../platform/database/database.ts'
import { isSqlite } from '../../platform/database/text-search.ts'

export interface RetentionTotals {
  readonly kinds: readonly {
    readonly name: string
    readonly removed: number
    /** Rows that stay without their text. */
    readonly emptied: number
    /** When any of them last changed. */
    readonly at: number
  }[]
  /** Free space inside the database file, reused before it grows; null when unknown. */
  readonly freeBytes: number | null
}

/** Called in the transaction that removes the rows. */
export async function addTotals(
  tx: Db,
  name: AgingRows['name'],
  { removed, emptied }: Pick<AgingStep, 'removed' | 'emptied'>,
  at: number,
): Promise<void> {
  if (removed === 0 && emptied === 0) return
  await tx
    .insertInto('retention_totals')
    .values({ name, removed, emptied, at })
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet((eb) => ({
        removed: eb('retention_totals.removed', '+', removed),
        emptied: eb('retention_totals.emptied', '+', emptied),
        at,
      })),
    )
    .execute()
}

export async function retentionTotals(db: Db): Promise<RetentionTotals> {
  const kinds = await db.selectFrom('retention_totals').selectAll().orderBy('name').execute()
  return { kinds, freeBytes: isSqlite(db) ? await freeBytes(db) : null }
}

async function freeBytes(db: Db): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    select freelist_count * page_size as bytes from pragma_freelist_count, pragma_page_size
  `.execute(db)
  return rows[0]?.bytes ?? 0
}

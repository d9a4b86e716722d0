import { sql } from 'kysely'
import type { Db } from './database.ts'
import { isOwnRelation } from './own-relations.ts'

/**
 * Merges the pending lists of PostgreSQL's GIN indexes. Concurrent inserts do not wait for it.
 */
export async function indexPendingTexts(db: Db): Promise<void> {
  await sql`
    select gin_clean_pending_list(relation.oid)
    from pg_class as relation join pg_am as method on method.oid = relation.relam
    where method.amname = 'gin' and relation.relkind = 'i' and ${isOwnRelation}
  `.execute(db)
}

import { sql } from 'kysely'
import type { Db } from './database.ts'
import { isOwnRelation } from './own-relations.ts'

/**
 * Brings texts into PostgreSQL's indexes of parts that wait in their lists, in a process of
 * PostgreSQL's; who adds some meanwhile does not wait for it. It ends when the lists are empty.
 */
export async function indexPendingTexts(db: Db): Promise<void> {
  await sql`
    select gin_clean_pending_list(relation.oid)
    from pg_class as relation join pg_am as method on method.oid = relation.relam
    where method.amname = 'gin' and relation.relkind = 'i' and ${isOwnRelation}
  `.execute(db)
}

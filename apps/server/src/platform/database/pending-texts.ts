import { sql } from 'kysely'
import type { Db } from './database.ts'

/**
 * Brings texts into PostgreSQL's indexes of parts that wait in their lists, in a process of
 * PostgreSQL's; who adds some meanwhile does not wait for it. It ends when the lists are empty.
 */
export async function indexPendingTexts(db: Db): Promise<void> {
  await sql`
    select gin_clean_pending_list(index.oid)
    from pg_class as index join pg_am as method on method.oid = index.relam
    where method.amname = 'gin' and index.relkind = 'i'
      and index.relnamespace = quote_ident(current_schema())::regnamespace
      and pg_has_role(index.relowner, 'usage')
  `.execute(db)
}

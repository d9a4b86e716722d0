import { sql } from 'kysely'

/**
 * SQL condition on a `relation` of PostgreSQL's: it is in this schema, and this role may look after
 * it. Schemas that are called like roles may have names that need quotes.
 */
export const isOwnRelation = sql<boolean>`
  relation.relnamespace = quote_ident(current_schema())::regnamespace
    and pg_has_role(relation.relowner, 'usage')
`

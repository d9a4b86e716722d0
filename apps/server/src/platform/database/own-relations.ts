import { sql } from 'kysely'

/**
 * SQL condition on a row `relation` of pg_class: it is in the current schema, and this role owns
 * it. Schema names may need quoting.
 */
export const isOwnRelation = sql<boolean>`
  relation.relnamespace = quote_ident(current_schema())::regnamespace
    and pg_has_role(relation.relowner, 'usage')
`

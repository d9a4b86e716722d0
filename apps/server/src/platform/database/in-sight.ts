import { type Expression, type SqlBool, sql } from 'kysely'
import type { Sight } from '../caller.ts'

/** A query that takes a condition. */
interface Narrowable<Query> {
  where(condition: Expression<SqlBool>): Query
}

/** Adds a condition to a query, or none. */
export type Narrowing = <Query extends Narrowable<Query>>(query: Query) => Query

/**
 * Narrows a query to rows of the numbers that are seen, by the column with the number's id. The
 * query of callers who see all numbers stays as it is.
 */
export function onlySeen({ deviceIds }: Pick<Sight, 'deviceIds'>, column: string): Narrowing {
  return (query) => {
    if (deviceIds === null) return query
    return query.where(
      deviceIds.length === 0
        ? sql<SqlBool>`1 = 0`
        : sql<SqlBool>`${sql.ref(column)} in (${sql.join(deviceIds)})`,
    )
  }
}

import { type CompiledQuery, type OperationNodeSource, PostgresAdapter, sql } from 'kysely'
import type { Db } from './database.ts'
import { Placeholder, parametersOf, placeholders, valuesBy } from './placeholders.ts'
import { nameStatement } from './statement-names.ts'

/** Reads of one statement with different values that are combined into one. */
export const READS_AT_ONCE = 16
const FEW = 4

type Build<Values> = (db: Db, values: Values) => OperationNodeSource

/** A row, with the number of the request that it was found for. */
interface FoundRow {
  readonly of_request: number
}

/** Combines the reads of several requests into one statement. */
type ReadsTogether<Values> = (db: Db, all: readonly Values[]) => CompiledQuery<FoundRow>

/** `names` are the values that the read uses: texts, whole numbers or null. */
export function createReadsTogether<Values extends object>(
  on: Db,
  build: Build<Values>,
  names: readonly string[],
): ReadsTogether<Values> {
  const isPostgres = on.getExecutor().adapter instanceof PostgresAdapter
  return isPostgres ? joinedReads(build, names) : unitedReads(build)
}

/**
 * One statement for any number of requests, whose rows are looked up one after the other. `offset
 * 0` keeps the planner from scanning the table, which looks cheaper while it is small.
 */
function joinedReads<Values extends object>(
  build: Build<Values>,
  names: readonly string[],
): ReadsTogether<Values> {
  const ofTypes = new Map<string, CompiledQuery<FoundRow>>()

  function compile(db: Db, types: readonly string[]): CompiledQuery<FoundRow> {
    const columns = names.map(
      (name, n) => sql`${new Placeholder(name, 0)}::${sql.raw(types[n] ?? '')}[]`,
    )
    const asked = [...names, 'place'].map((name) => sql.id(name))
    const one = build(
      db,
      valuesBy((name) => sql.ref(`asked.${name}`)),
    )
    const compiled = sql<FoundRow>`
      select asked.place - 1 as of_request, one.*
      from unnest(${sql.join(columns)}) with ordinality as asked (${sql.join(asked)})
      cross join lateral (select * from (${one}) as one offset 0) as one
    `.compile(db)
    nameStatement(compiled.sql)
    return compiled
  }

  return (db, all) => {
    const types = names.map((name) => typeOf(all, name))
    const key = types.join()
    const compiled = ofTypes.get(key) ?? compile(db, types)
    ofTypes.set(key, compiled)
    const parameters = compiled.parameters.map((one) =>
      one instanceof Placeholder ? all.map((values) => Reflect.get(values, one.name) ?? null) : one,
    )
    return { ...compiled, parameters }
  }
}

function typeOf(all: readonly object[], name: string): 'text' | 'bigint' {
  return all.some((values) => typeof Reflect.get(values, name) === 'number') ? 'bigint' : 'text'
}

/** Stands for the number of requests while a statement is compiled. */
const REQUESTS = Symbol('number of requests')

/**
 * One statement for few requests and one for the maximum. Unused places hold the values of the last
 * request and read nothing.
 */
function unitedReads<Values extends object>(build: Build<Values>): ReadsTogether<Values> {
  const ofSizes = new Map<number, CompiledQuery<FoundRow>>()

  function compile(db: Db, size: number): CompiledQuery<FoundRow> {
    const each = Array.from({ length: size }, (_, request) => {
      const one = build(db, placeholders<Values>(request))
      const isTaken = sql`${sql.lit(request)} < ${REQUESTS}`
      return sql`select ${sql.lit(request)} as of_request, one.* from (${one}) as one where ${isTaken}`
    })
    return sql<FoundRow>`${sql.join(each, sql` union all `)}`.compile(db)
  }

  return (db, all) => {
    const size = all.length > FEW ? READS_AT_ONCE : FEW
    const compiled = ofSizes.get(size) ?? compile(db, size)
    ofSizes.set(size, compiled)
    const parameters = parametersOf(compiled, all).map((one) =>
      one === REQUESTS ? all.length : one,
    )
    return { ...compiled, parameters }
  }
}

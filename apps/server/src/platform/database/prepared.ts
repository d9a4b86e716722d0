import type { Compilable, CompiledQuery } from 'kysely'
import type { Db } from './database.ts'
import { readAtOnceOf } from './sqlite-dialect.ts'
import { nameStatement } from './statement-names.ts'

/** Stands for a value while a statement is compiled. */
class Placeholder {
  readonly name: PropertyKey
  constructor(name: PropertyKey) {
    this.name = name
  }
}

/**
 * A statement that is built and compiled once for each engine, for those that every message needs:
 * building and compiling takes more time than the engine itself. `build` must make the same
 * statement whatever the values are, hand each of them on as it is, and name the columns that it
 * reads: PostgreSQL refuses a prepared `*` once the table has other columns.
 */
export function prepared<Values extends object, Row>(
  build: (db: Db, values: Values) => Compilable<Row>,
): (db: Db, values: Values) => Promise<Row[]> {
  const ofEngines = new WeakMap<object, CompiledQuery<Row>>()
  const placeholders = new Proxy({}, { get: (_, name) => new Placeholder(name) }) as Values

  function compiledFor(db: Db): CompiledQuery<Row> {
    const { adapter } = db.getExecutor()
    const known = ofEngines.get(adapter)
    if (known) return known
    const compiled = build(db, placeholders).compile()
    ofEngines.set(adapter, compiled)
    nameStatement(compiled.sql)
    return compiled
  }

  return async (db, values) => {
    const { adapter, plugins } = db.getExecutor()
    // They change the statement itself.
    if (plugins.length > 0) return (await db.executeQuery(build(db, values).compile())).rows
    const compiled = compiledFor(db)
    const parameters = compiled.parameters.map((one) =>
      one instanceof Placeholder ? Reflect.get(values, one.name) : one,
    )
    if (compiled.query.kind === 'SelectQueryNode' && !db.isTransaction) {
      const readAtOnce = readAtOnceOf(adapter)
      if (readAtOnce) return readAtOnce<Row>(compiled.sql, parameters)
    }
    return (await db.executeQuery<Row>({ ...compiled, parameters })).rows
  }
}

/** Values for these columns; which there are cannot be asked of what `build` is given. */
export function columnsOf<Row extends object, Column extends keyof Row>(
  row: Row,
  columns: readonly Column[],
): Pick<Row, Column> {
  const values = columns.map((column) => [column, row[column]])
  return Object.fromEntries(values) as Pick<Row, Column>
}

import type { Compilable, CompiledQuery, OperationNodeSource } from 'kysely'
import type { Db } from './database.ts'
import { Placeholder, parametersOf, placeholders } from './placeholders.ts'
import { readAtOnceOf } from './read-at-once.ts'
import { createReadsTogether, READS_AT_ONCE } from './reads-together.ts'
import { nameStatement } from './statement-names.ts'
import { createTogether } from './together.ts'

type Statement<Row> = Compilable<Row> & OperationNodeSource
type Build<Values, Row> = (db: Db, values: Values) => Statement<Row>
type Rows<Row> = readonly Row[]

/**
 * A statement that is built and compiled once for each engine, for those that every message needs:
 * building and compiling takes more time than the engine itself. `build` must make the same
 * statement whatever the values are, hand each of them on as it is, and name the columns that it
 * reads: PostgreSQL refuses a prepared `*` once the table has other columns. Reads outside of
 * transactions that lock nothing and are asked for in the same turn of the event loop are one
 * statement, and those with the same values are read once: their rows are shared, to be read only.
 */
export function prepared<Values extends object, Row>(
  build: Build<Values, Row>,
): (db: Db, values: Values) => Promise<Rows<Row>> {
  const compiledFor = oncePerEngine((db) => compileFor(db, build))

  return async (db, values) => {
    if (hasPlugins(db)) return run(db, build(db, values).compile())
    const { alone, together } = compiledFor(db)
    if (together && !db.isTransaction) return together({ db, values })
    return run(db, withValues(alone, [values]))
  }
}

function oncePerEngine<Made>(make: (db: Db) => Made): (db: Db) => Made {
  const ofEngines = new WeakMap<object, Made>()
  return (db) => {
    const { adapter } = db.getExecutor()
    const known = ofEngines.get(adapter)
    if (known !== undefined) return known
    const made = make(db)
    ofEngines.set(adapter, made)
    return made
  }
}

/** They change the statement itself. */
function hasPlugins(db: Db): boolean {
  return db.getExecutor().plugins.length > 0
}

function withValues<Row>(compiled: CompiledQuery<Row>, all: readonly object[]): CompiledQuery<Row> {
  return { ...compiled, parameters: parametersOf(compiled, all) }
}

/** It locks nothing. */
function isPlainRead({ query }: CompiledQuery): boolean {
  return query.kind === 'SelectQueryNode' && !('endModifiers' in query)
}

async function run<Row>(db: Db, statement: CompiledQuery<Row>): Promise<Rows<Row>> {
  return (await db.executeQuery(statement)).rows
}

interface Ask<Values> {
  readonly db: Db
  readonly values: Values
}

function compileFor<Values extends object, Row>(on: Db, build: Build<Values, Row>) {
  const alone = named(build(on, placeholders<Values>(0)).compile())
  if (!isPlainRead(alone)) return { alone, together: null }
  const readsTogether = createReadsTogether(on, build, namesOf(alone))

  async function readAll(asks: readonly Ask<Values>[]): Promise<Rows<Row>[]> {
    const [first] = asks
    if (!first) return []
    const { db } = first
    const keys = asks.map(({ values }) => JSON.stringify(parametersOf(alone, [values])))
    const distinct = new Map(asks.map(({ values }, n) => [keys[n] ?? '', values]))
    const all = [...distinct.values()]
    const found = all.length === 1 ? [await readOne(db, all)] : await readSome(db, all)
    const places = new Map([...distinct.keys()].map((key, n) => [key, found[n] ?? []]))
    return keys.map((key) => places.get(key) ?? [])
  }

  const readOne = (db: Db, all: readonly Values[]) => read(db, withValues(alone, all))

  async function readSome(db: Db, all: readonly Values[]): Promise<Rows<Row>[]> {
    const found = all.map((): Row[] => [])
    for (const { of_ask, ...row } of await read(db, readsTogether(db, all))) {
      found[of_ask]?.push(row as Row)
    }
    return found
  }

  return { alone, together: createTogether(READS_AT_ONCE, readAll) }
}

function named<Row>(compiled: CompiledQuery<Row>): CompiledQuery<Row> {
  nameStatement(compiled.sql)
  return compiled
}

function namesOf({ parameters }: CompiledQuery): string[] {
  const names = parameters.flatMap((one) => (one instanceof Placeholder ? [one.name] : []))
  return [...new Set(names)]
}

async function read<Row>(db: Db, statement: CompiledQuery<Row>): Promise<Rows<Row>> {
  const readAtOnce = readAtOnceOf(db.getExecutor().adapter)
  if (readAtOnce) return readAtOnce<Row>(statement.sql, statement.parameters)
  return run(db, statement)
}

type BuildForSome<Values, Row> = (db: Db, all: readonly Values[]) => Compilable<Row>
type RunForSome<Values, Row> = (db: Db, all: readonly Values[]) => Promise<Rows<Row>>

/**
 * The same for several at once, in one statement for each number of them; not for reads. `build`
 * has a place for each.
 */
export function preparedForSome<Values extends object, Row>(
  build: BuildForSome<Values, Row>,
): RunForSome<Values, Row> {
  return forSome(build, (count) => count)
}

/**
 * The same for statements that may name one several times: of few sizes, as PostgreSQL plans each
 * on each connection, and in places that are left stands the last once more.
 */
export function preparedForKeys<Values extends object, Row>(
  build: BuildForSome<Values, Row>,
): RunForSome<Values, Row> {
  return forSome(build, (count) => SIZES.find((size) => size >= count) ?? count)
}

const SIZES = [1, 4, 16, 32, 64, 128]

function forSome<Values extends object, Row>(
  build: BuildForSome<Values, Row>,
  sizeFor: (count: number) => number,
): RunForSome<Values, Row> {
  const compiledOf = oncePerEngine(() => new Map<number, CompiledQuery<Row>>())

  function compiledFor(db: Db, size: number): CompiledQuery<Row> {
    const ofSizes = compiledOf(db)
    const known = ofSizes.get(size)
    if (known) return known
    const places = Array.from({ length: size }, (_, ask) => placeholders<Values>(ask))
    const compiled = build(db, places).compile()
    ofSizes.set(size, SIZES.includes(size) ? named(compiled) : compiled)
    return compiled
  }

  return async (db, all) => {
    if (all.length === 0) return []
    if (hasPlugins(db)) return run(db, build(db, all).compile())
    const statement = withValues(compiledFor(db, sizeFor(all.length)), all)
    return isPlainRead(statement) && !db.isTransaction ? read(db, statement) : run(db, statement)
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

import type { Compilable, CompiledQuery, OperationNodeSource } from 'kysely'
import type { Db } from './database.ts'
import { directReadOf } from './direct-read.ts'
import { Placeholder, parametersOf, placeholders } from './placeholders.ts'
import { createReadsTogether, READS_AT_ONCE } from './reads-together.ts'
import { nameStatement } from './statement-names.ts'
import { createTogether } from './together.ts'

type Statement<Row> = Compilable<Row> & OperationNodeSource
type Build<Values, Row> = (db: Db, values: Values) => Statement<Row>
type Rows<Row> = readonly Row[]

/**
 * A statement that is compiled once per engine, for the hot path of every message: building and
 * compiling takes longer than executing. `build` must make the same statement whatever the values
 * are, pass each of them on unchanged, and name the columns that it reads: PostgreSQL refuses a
 * prepared `*` once the table has other columns. Reads outside of transactions, without locks, are
 * batched per turn of the event loop into one statement, and equal ones are read once: their rows
 * are shared, so do not modify them.
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

/** Plugins rewrite statements, so they cannot be compiled in advance. */
function hasPlugins(db: Db): boolean {
  return db.getExecutor().plugins.length > 0
}

function withValues<Row>(compiled: CompiledQuery<Row>, all: readonly object[]): CompiledQuery<Row> {
  return { ...compiled, parameters: parametersOf(compiled, all) }
}

/** Not `for update`. */
function isPlainRead({ query }: CompiledQuery): boolean {
  return query.kind === 'SelectQueryNode' && !('endModifiers' in query)
}

async function run<Row>(db: Db, statement: CompiledQuery<Row>): Promise<Rows<Row>> {
  return (await db.executeQuery(statement)).rows
}

interface ReadRequest<Values> {
  readonly db: Db
  readonly values: Values
}

function compileFor<Values extends object, Row>(on: Db, build: Build<Values, Row>) {
  const alone = withName(build(on, placeholders<Values>(0)).compile())
  if (!isPlainRead(alone)) return { alone, together: null }
  const readsTogether = createReadsTogether(on, build, namesOf(alone))

  async function readAll(requests: readonly ReadRequest<Values>[]): Promise<Rows<Row>[]> {
    const [first] = requests
    if (!first) return []
    const { db } = first
    const keys = requests.map(({ values }) => JSON.stringify(parametersOf(alone, [values])))
    const distinct = new Map(requests.map(({ values }, n) => [keys[n] ?? '', values]))
    const all = [...distinct.values()]
    const found = all.length === 1 ? [await readOne(db, all)] : await readSome(db, all)
    const places = new Map([...distinct.keys()].map((key, n) => [key, found[n] ?? []]))
    return keys.map((key) => places.get(key) ?? [])
  }

  const readOne = (db: Db, all: readonly Values[]) => read(db, withValues(alone, all))

  async function readSome(db: Db, all: readonly Values[]): Promise<Rows<Row>[]> {
    const found = all.map((): Row[] => [])
    for (const { of_request, ...row } of await read(db, readsTogether(db, all))) {
      found[of_request]?.push(row as Row)
    }
    return found
  }

  return { alone, together: createTogether(READS_AT_ONCE, readAll) }
}

function withName<Row>(compiled: CompiledQuery<Row>): CompiledQuery<Row> {
  nameStatement(compiled.sql)
  return compiled
}

function namesOf({ parameters }: CompiledQuery): string[] {
  const names = parameters.flatMap((one) => (one instanceof Placeholder ? [one.name] : []))
  return [...new Set(names)]
}

async function read<Row>(db: Db, statement: CompiledQuery<Row>): Promise<Rows<Row>> {
  const directRead = directReadOf(db.getExecutor().adapter)
  if (directRead) return directRead<Row>(statement.sql, statement.parameters)
  return run(db, statement)
}

type BuildForSome<Values, Row> = (db: Db, all: readonly Values[]) => Compilable<Row>
type RunForSome<Values, Row> = (db: Db, all: readonly Values[]) => Promise<Rows<Row>>

/**
 * The same for several rows at once, compiled once per number of rows; not for reads. `build` gets
 * the placeholders of each row.
 */
export function preparedForSome<Values extends object, Row>(
  build: BuildForSome<Values, Row>,
): RunForSome<Values, Row> {
  return forSome(build, (count) => count)
}

/**
 * The same for statements in which a key may repeat: compiled in few sizes, because PostgreSQL
 * plans each on every connection. Unused places repeat the last key.
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
    const places = Array.from({ length: size }, (_, request) => placeholders<Values>(request))
    const compiled = build(db, places).compile()
    ofSizes.set(size, SIZES.includes(size) ? withName(compiled) : compiled)
    return compiled
  }

  return async (db, all) => {
    if (all.length === 0) return []
    if (hasPlugins(db)) return run(db, build(db, all).compile())
    const statement = withValues(compiledFor(db, sizeFor(all.length)), all)
    return isPlainRead(statement) && !db.isTransaction ? read(db, statement) : run(db, statement)
  }
}

/** The values of these columns. `build` cannot list the columns of its placeholders. */
export function columnsOf<Row extends object, Column extends keyof Row>(
  row: Row,
  columns: readonly Column[],
): Pick<Row, Column> {
  const values = columns.map((column) => [column, row[column]])
  return Object.fromEntries(values) as Pick<Row, Column>
}

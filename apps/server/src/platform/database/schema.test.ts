import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { describe, expect, test } from 'vitest'
import { engines, freshDatabase } from '../../testing/engines.ts'
import type { Db } from './database.ts'

/** Tables of libraries and of SQLite's full-text index, which `schema.ts` does not declare. */
const INTERNAL_TABLES = /^(kysely_|sqlite_|search_texts|socket_io_)/

/** For text search on SQLite only; PostgreSQL has indexes for it. */
const OF_SQLITE_ALONE = new Set(['search_gaps', 'search_owners', 'text_no'])

type Columns = Record<string, string>
type Tables = Record<string, Columns>

/** Each table of `Database`, its columns as 'number', 'string' or either with ' or null'. */
function declaredTables(): Tables {
  const file = fileURLToPath(new URL('./schema.ts', import.meta.url))
  const program = ts.createProgram([file], {
    strict: true,
    module: ts.ModuleKind.NodeNext,
    allowImportingTsExtensions: true,
    noEmit: true,
  })
  const checker = program.getTypeChecker()
  const source = program.getSourceFile(file)
  if (!source) throw new Error('schema.ts is not there.')
  const exported = checker.getExportsOfModule(checker.getSymbolAtLocation(source) ?? never())
  const database = exported.find(({ name }) => name === 'Database') ?? never()
  const typeOf = (symbol: ts.Symbol) => checker.getTypeOfSymbolAtLocation(symbol, source)
  const tables = checker.getDeclaredTypeOfSymbol(database).getProperties()
  return Object.fromEntries(
    tables
      .filter(({ name }) => !INTERNAL_TABLES.test(name))
      .map((table) => [
        table.name,
        Object.fromEntries(
          typeOf(table)
            .getProperties()
            .map((column) => [column.name, kindOf(checker, selected(checker, typeOf(column)))]),
        ),
      ]),
  )
}

/** The type read from a column, also where the database generates its value. */
function selected(checker: ts.TypeChecker, type: ts.Type): ts.Type {
  const generated = type.getProperty('__select__')
  return generated ? checker.getTypeOfSymbol(generated) : type
}

function kindOf(checker: ts.TypeChecker, type: ts.Type): string {
  const value = checker.getNonNullableType(type)
  const isNumber = [value, ...(value.isUnion() ? value.types : [])].some(
    (part) => (part.flags & ts.TypeFlags.NumberLike) !== 0,
  )
  return `${isNumber ? 'number' : 'string'}${value === type ? '' : ' or null'}`
}

function never(): never {
  throw new Error('schema.ts is not what it was.')
}

/**
 * SQLite allows null in the columns of most primary keys, whatever is declared, so they are
 * skipped.
 */
function asSQLiteHasThem(tables: Tables): Tables {
  return mapColumns(tables, (kind) => kind.replace(' or null', ''))
}

function asPostgresHasThem(tables: Tables): Tables {
  const kept = Object.entries(tables).filter(([name]) => !OF_SQLITE_ALONE.has(name))
  return Object.fromEntries(
    kept.map(([name, columns]) => [
      name,
      Object.fromEntries(
        Object.entries(columns).filter(([column]) => !OF_SQLITE_ALONE.has(column)),
      ),
    ]),
  )
}

function mapColumns(tables: Tables, change: (kind: string) => string): Tables {
  return Object.fromEntries(
    Object.entries(tables).map(([name, columns]) => [
      name,
      Object.fromEntries(Object.entries(columns).map(([column, kind]) => [column, change(kind)])),
    ]),
  )
}

async function migratedTables(db: Db): Promise<Tables> {
  const tables = await db.introspection.getTables()
  return Object.fromEntries(
    tables
      .filter(({ name, isView }) => !isView && !INTERNAL_TABLES.test(name))
      .map(({ name, columns }) => [
        name,
        Object.fromEntries(
          columns.map(({ name: column, dataType, isNullable }) => {
            const kind = /int|real|float|numeric/i.test(dataType) ? 'number' : 'string'
            return [column, isNullable ? `${kind} or null` : kind]
          }),
        ),
      ]),
  )
}

describe.each(engines)('the schema on %s', (engine) => {
  test('is what the migrations make', async () => {
    const { db, close } = await freshDatabase(engine)
    try {
      const asItHasThem = engine === 'SQLite' ? asSQLiteHasThem : asPostgresHasThem
      expect(asItHasThem(await migratedTables(db))).toEqual(asItHasThem(declaredTables()))
    } finally {
      await close()
    }
  })
})

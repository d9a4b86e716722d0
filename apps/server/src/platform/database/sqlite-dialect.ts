import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'
import { createGroupCommit, type Turn } from './group-commit.ts'

const STATEMENTS_KEPT = 500

/** Kysely over the engine built into Node: WAL, and nothing is told before it has reached the disk. */
export function createSqliteDialect(file: string): Dialect {
  return {
    createDriver: () => createDriver(file),
    createAdapter: () => new ConcurrentAdapter(),
    createQueryCompiler: () => new SqliteQueryCompiler(),
    createIntrospector: (db) => new SqliteIntrospector(db),
  }
}

/** Group commit puts transactions in order itself; Kysely need not hold the next one back. */
class ConcurrentAdapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true
  }
}

function createDriver(file: string): Driver {
  let database: DatabaseSync | null = null
  const opened = () => {
    if (!database) throw new Error('The database is not open.')
    return database
  }
  const commits = createGroupCommit({
    exec: (sql) => opened().exec(sql),
    inTransaction: () => opened().isTransaction,
  })
  const prepare = createStatements((sql) => opened().prepare(sql))
  const turns = new WeakMap<DatabaseConnection, Turn>()

  function connect(): DatabaseConnection {
    const connection: DatabaseConnection = {
      async executeQuery<R>({ sql, parameters, query }: CompiledQuery): Promise<QueryResult<R>> {
        const statement = () => execute<R>(prepare(sql), parameters)
        const turn = turns.get(connection)
        if (turn) return turn.run(statement)
        return commits.run(statement, query.kind === 'SelectQueryNode')
      },
      streamQuery() {
        throw new Error('Streaming is not supported.')
      },
    }
    return connection
  }

  async function end(connection: DatabaseConnection, keep: boolean): Promise<void> {
    const turn = turns.get(connection)
    turns.delete(connection)
    await turn?.end(keep)
  }

  return {
    async init() {
      database = new DatabaseSync(file)
      database.exec(`
        PRAGMA journal_mode = WAL;
        PRAGMA synchronous = FULL;
        PRAGMA foreign_keys = ON;
        PRAGMA busy_timeout = 5000;
      `)
    },
    acquireConnection: async () => connect(),
    async beginTransaction(connection) {
      turns.set(connection, await commits.begin())
    },
    commitTransaction: (connection) => end(connection, true),
    rollbackTransaction: (connection) => end(connection, false),
    releaseConnection: async () => {},
    async destroy() {
      await commits.run(() => {}, false)
      opened().close()
    },
  }
}

interface Prepared {
  readonly statement: StatementSync
  readonly answersRows: boolean
}

function createStatements(compile: (sql: string) => StatementSync) {
  const kept = new Map<string, Prepared>()
  return (sql: string): Prepared => {
    const known = kept.get(sql)
    if (known) return known
    const statement = compile(sql)
    const prepared = { statement, answersRows: statement.columns().length > 0 }
    if (kept.size >= STATEMENTS_KEPT) kept.clear()
    kept.set(sql, prepared)
    return prepared
  }
}

function execute<R>(prepared: Prepared, parameters: readonly unknown[]): QueryResult<R> {
  const values = bind(parameters)
  if (prepared.answersRows) return { rows: prepared.statement.all(...values) as R[] }
  const { changes, lastInsertRowid } = prepared.statement.run(...values)
  return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) }
}

function bind(parameters: readonly unknown[]): SQLInputValue[] {
  return parameters.map((value) => {
    if (typeof value === 'boolean') return value ? 1 : 0
    if (value === null || typeof value === 'string' || typeof value === 'number') return value
    if (typeof value === 'bigint' || value instanceof Uint8Array) return value
    throw new TypeError(`A ${typeof value} cannot be stored.`)
  })
}

import { chmodSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import { SandboxError } from '../errors.ts'
import { SCHEMA, SCHEMA_STEPS, SCHEMA_VERSION } from './schema.ts'

/**
 * The network's database. Writes go through `transaction`; their visible effects (frames, events)
 * go through `afterCommit`, so a process killed at any moment has never sent more than it stored.
 */
export interface Store {
  one<Row>(sql: string, ...values: SQLInputValue[]): Row | undefined
  all<Row>(sql: string, ...values: SQLInputValue[]): Row[]
  /** Returns the number of changed rows. */
  run(sql: string, ...values: SQLInputValue[]): number
  /** Runs `work` atomically; a nested transaction joins the outer one. */
  transaction<T>(work: () => T): T
  /**
   * Runs a task after the commit of the current transaction, at once outside of one, never after a
   * rollback.
   */
  afterCommit(effect: () => void): void
  close(): void
}

/**
 * Opens or creates `sandbox.db` in `dataDir`.
 * Throws `data_dir_in_use` when another process has it open. Throws when another version wrote it.
 */
export function openStore(dataDir: string): Store {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const path = join(dataDir, 'sandbox.db')
  const db = openExclusively(path)
  chmodSync(path, 0o600)
  const statements = new Map<string, StatementSync>()
  const prepare = (sql: string): StatementSync => {
    const known = statements.get(sql)
    if (known) return known
    const made = db.prepare(sql)
    statements.set(sql, made)
    return made
  }
  let effects: (() => void)[] | undefined

  const store: Store = {
    one: <Row>(sql: string, ...values: SQLInputValue[]) =>
      prepare(sql).get(...values) as unknown as Row | undefined,
    all: <Row>(sql: string, ...values: SQLInputValue[]) =>
      prepare(sql).all(...values) as unknown as Row[],
    run: (sql, ...values) => Number(prepare(sql).run(...values).changes),
    transaction(work) {
      if (effects) return work()
      effects = []
      db.exec('BEGIN IMMEDIATE')
      let result: ReturnType<typeof work>
      try {
        result = work()
        db.exec('COMMIT')
      } catch (error) {
        effects = undefined
        if (db.isTransaction) db.exec('ROLLBACK')
        throw error
      }
      const due = effects
      effects = undefined
      for (const effect of due) effect()
      return result
    },
    afterCommit(effect) {
      if (effects) effects.push(effect)
      else effect()
    },
    close: () => db.close(),
  }
  return store
}

/** NORMAL is enough: only a power cut can lose a commit, a killed process cannot. */
function openExclusively(path: string): DatabaseSync {
  const db = new DatabaseSync(path)
  try {
    db.exec('PRAGMA locking_mode = EXCLUSIVE')
    db.exec('PRAGMA journal_mode = WAL')
    db.exec('PRAGMA synchronous = NORMAL')
    db.exec('BEGIN EXCLUSIVE')
    const { user_version: version } = db.prepare('PRAGMA user_version').get() as {
      user_version: number
    }
    if (version === 0) db.exec(SCHEMA)
    else bringUpToDate(db, path, version)
    db.exec(`PRAGMA user_version = ${SCHEMA_VERSION}`)
    db.exec('COMMIT')
  } catch (error) {
    db.close()
    if (error instanceof Error && /locked|busy/.test(error.message)) {
      throw new SandboxError(
        'data_dir_in_use',
        'Another process runs a sandbox network in this folder. Stop it first, or choose another folder.',
      )
    }
    throw error
  }
  return db
}

/** Throws for a folder that is too old or of a newer version. */
function bringUpToDate(db: DatabaseSync, path: string, from: number): void {
  for (let version = from; version !== SCHEMA_VERSION; version += 1) {
    const step = SCHEMA_STEPS.get(version)
    if (step === undefined) {
      throw new Error(
        `${path} was written by another version of the sandbox network. Remove it, or use that version.`,
      )
    }
    db.exec(step)
  }
}

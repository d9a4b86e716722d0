import { existsSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../config.ts'
import type { SecretBox } from '../platform/crypto/secret-box.ts'
import { type Db, openDatabase } from '../platform/database/database.ts'
import { readMark } from '../platform/database/move/move-marks.ts'
import {
  emptyTables,
  firstFilled,
  hasMigrations,
  tablesOf,
} from '../platform/database/move/moved-tables.ts'
import { explainUnusableDatabase } from '../platform/database/unusable-database.ts'
import type { Log } from '../platform/log.ts'
import { StartError } from '../platform/start-error.ts'

/** The source or the target of a move. */
export type MovePlace =
  | { readonly kind: 'embedded'; readonly file: string }
  | { readonly kind: 'PostgreSQL'; readonly url: string }

export const nameOf = (place: MovePlace): string =>
  place.kind === 'embedded' ? `the embedded database ${place.file}` : 'the PostgreSQL database'

export const embeddedIn = (config: Config): MovePlace => ({
  kind: 'embedded',
  file: join(config.dataDir, 'kirim.db'),
})

/** Opens the database of an installation. Throws StartError when there is none. */
export async function openSource(place: MovePlace, log: Log): Promise<Db> {
  const none = new StartError(`There is no installation in ${nameOf(place)} to be moved.`)
  if (place.kind === 'embedded' && !existsSync(place.file)) throw none
  const db = open(place, log)
  try {
    if (!(await hasMigrations(db))) throw none
    return db
  } catch (error) {
    await db.destroy()
    throw explain(error, place)
  }
}

interface Found {
  /** The id of the move that was interrupted before its last step. */
  readonly unfinished: string | null
  /** Its installation was moved away. */
  readonly isOld: boolean
}

interface Target extends Found {
  readonly place: MovePlace
  readonly db: Db
}

/** The database to move into. Throws StartError when it holds anything else. */
export async function openTarget(place: MovePlace, box: SecretBox, log: Log): Promise<Target> {
  const db = open(place, log)
  try {
    return { place, db, ...(await inspect(db, place, box)) }
  } catch (error) {
    await db.destroy()
    throw explain(error, place)
  }
}

async function inspect(db: Db, place: MovePlace, box: SecretBox): Promise<Found> {
  const tables = (await tablesOf(db)).map(({ name }) => name)
  const hasMarks = tables.includes('server_checks')
  const unfinished = hasMarks ? await readMark(db, box, 'unfinished move') : null
  const isOld = hasMarks && (await readMark(db, box, 'moved')) !== null
  if (unfinished === null && !isOld) {
    const used = (await hasMigrations(db)) ? await firstFilled(db, tables) : tables[0]
    if (used) {
      throw new StartError(
        `${nameOf(place)} is not empty (it has the table ${used}). Name an empty database.`,
      )
    }
  } else if (unfinished === null && place.kind === 'PostgreSQL') {
    throw new StartError(
      'The PostgreSQL database still holds the data that was moved away from it. Name an empty one, or drop this one and create it again.',
    )
  }
  return { unfinished, isOld: isOld && unfinished === null }
}

/**
 * Empties the target of an interrupted move, which was never used. An embedded database that was
 * moved away before is renamed.
 */
export async function prepareTarget(
  target: Target,
  log: Log,
): Promise<{ db: Db; aside: string | null }> {
  const { place, db, unfinished, isOld } = target
  if (!isOld && unfinished === null) return { db, aside: null }
  if (place.kind === 'PostgreSQL') {
    await emptyTables(db)
    return { db, aside: null }
  }
  await db.destroy()
  const aside = isOld ? setAside(place.file) : null
  for (const end of ['', '-wal', '-shm']) rmSync(place.file + end, { force: true })
  return { db: open(place, log), aside }
}

/** The database is closed, so its log is empty. */
function setAside(file: string): string {
  const moment = new Date().toISOString().replaceAll(/[-:]|\..*/g, '')
  const aside = `${file.replace(/\.db$/, '')}-moved-${moment}.db`
  renameSync(file, aside)
  return aside
}

function open(place: MovePlace, log: Log): Db {
  return openDatabase(place.kind === 'embedded' ? { file: place.file } : { url: place.url }, log)
}

function explain(error: unknown, place: MovePlace): unknown {
  return explainUnusableDatabase(error, place.kind === 'embedded' ? place.file : '')
}

import { existsSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../config.ts'
import type { SecretBox } from '../platform/crypto/secret-box.ts'
import { type Db, openDatabase } from '../platform/database/database.ts'
import { emptyTables } from '../platform/database/move/moved-tables.ts'
import { hasMigrations, whatIsIn } from '../platform/database/move/what-is-there.ts'
import { explainUnusableDatabase } from '../platform/database/unusable-database.ts'
import type { Log } from '../platform/log.ts'
import { StartError } from '../platform/start-error.ts'

/** A database that something is moved from, or into. */
export type MovePlace =
  | { readonly kind: 'embedded'; readonly file: string }
  | { readonly kind: 'PostgreSQL'; readonly url: string }

export const nameOf = (place: MovePlace): string =>
  place.kind === 'embedded' ? `the embedded database ${place.file}` : 'the PostgreSQL database'

export const embeddedIn = (config: Config): MovePlace => ({
  kind: 'embedded',
  file: join(config.dataDir, 'kirim.db'),
})

/** The installation that is there. Throws StartError when there is none. */
export async function openSource(place: MovePlace, log: Log): Promise<Db> {
  const none = new StartError(`There is no installation in ${nameOf(place)} to be moved.`)
  if (place.kind === 'embedded' && !existsSync(place.file)) throw none
  const db = open(place, log)
  try {
    if (!(await hasMigrations(db))) throw none
    return db
  } catch (error) {
    await db.destroy()
    throw explained(error, place)
  }
}

export interface Target {
  readonly place: MovePlace
  readonly db: Db
  /** The move that has left what is there, as yet without its last step. */
  readonly unfinished: string | null
  /** What is there was moved away. */
  readonly isOld: boolean
}

/** Where it may be moved to. Throws StartError when that holds anything. */
export async function openTarget(place: MovePlace, box: SecretBox, log: Log): Promise<Target> {
  const db = open(place, log)
  try {
    const found = await whatIsIn(db, box)
    if (found.kind === 'used') {
      throw new StartError(
        `${nameOf(place)} is not empty (it has the table ${found.table}). Name an empty database.`,
      )
    }
    if (found.kind === 'moved' && place.kind === 'PostgreSQL') {
      throw new StartError(
        'The PostgreSQL database still holds the data that was moved away from it. Name an empty one, or drop this one and create it again.',
      )
    }
    const unfinished = found.kind === 'unfinished' ? found.moveId : null
    return { place, db, unfinished, isOld: found.kind === 'moved' }
  } catch (error) {
    await db.destroy()
    throw explained(error, place)
  }
}

/**
 * What an interrupted move has left goes, since it was never used; an embedded database that was
 * moved away is set aside, and told where.
 */
export async function emptied(target: Target, log: Log): Promise<{ db: Db; aside: string | null }> {
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

/** Its log was copied into it when it was closed. */
function setAside(file: string): string {
  const moment = new Date().toISOString().replaceAll(/[-:]|\..*/g, '')
  const aside = `${file.replace(/\.db$/, '')}-moved-${moment}.db`
  renameSync(file, aside)
  return aside
}

function open(place: MovePlace, log: Log): Db {
  return openDatabase(place.kind === 'embedded' ? { file: place.file } : { url: place.url }, log)
}

function explained(error: unknown, place: MovePlace): unknown {
  return explainUnusableDatabase(error, place.kind === 'embedded' ? place.file : '')
}

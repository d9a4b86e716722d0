import type { SecretBox } from '../../crypto/secret-box.ts'
import { StartError } from '../../start-error.ts'
import type { Db } from '../database.ts'

/** A database was moved to another one, or a move into it was not finished. */
const MARKS = ['moved', 'unfinished move'] as const
export type Mark = (typeof MARKS)[number]

/** The id of the move that left the mark; null without one, or under another key. */
export async function readMark(db: Db, box: SecretBox, mark: Mark): Promise<string | null> {
  const row = await marked(db).where('name', '=', mark).executeTakeFirst()
  try {
    return row ? box.open(row.sealed, mark) : null
  } catch {
    return null
  }
}

export async function setMark(db: Db, box: SecretBox, mark: Mark, moveId: string): Promise<void> {
  const sealed = box.seal(moveId, mark)
  await db.insertInto('server_checks').values({ name: mark, sealed }).execute()
}

export async function clearMark(db: Db, mark: Mark): Promise<void> {
  await db.deleteFrom('server_checks').where('name', '=', mark).execute()
}

/**
 * Throws StartError for a database whose installation was moved away, because its devices would be
 * used twice, and for the target of an unfinished move.
 */
export async function refuseMoved(db: Db): Promise<void> {
  const row = await marked(db).executeTakeFirst()
  if (!row) return
  throw new StartError(
    row.name === 'moved'
      ? 'This database was moved to another one, and its devices now run from there. Start with that one: set DATABASE_URL to it, or unset it for the embedded database. The way back is npm run move, too.'
      : 'A move into this database was not finished. Run the same npm run move again, or start with the database that is to be moved.',
  )
}

function marked(db: Db) {
  return db.selectFrom('server_checks').select(['name', 'sealed']).where('name', 'in', MARKS)
}

/** Rows that are not copied. */
export const MARKED = { table: 'server_checks', column: 'name', marks: MARKS }

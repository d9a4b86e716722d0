import type { SecretBox } from '../crypto/secret-box.ts'
import { StartError } from '../start-error.ts'
import type { Db } from './database.ts'

const NAME = 'secret_key'

/**
 * Verifies that this key opens the database: the first start stores a sealed value, and every later
 * start must be able to open it. Otherwise throws StartError and changes nothing.
 */
export async function checkSecretKey(db: Db, box: SecretBox): Promise<void> {
  await db
    .insertInto('server_checks')
    .values({ name: NAME, sealed: box.seal(NAME, NAME) })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute()
  const { sealed } = await db
    .selectFrom('server_checks')
    .select('sealed')
    .where('name', '=', NAME)
    .executeTakeFirstOrThrow()
  try {
    box.open(sealed, NAME)
  } catch {
    throw new StartError(
      'The secret key does not match this database. Restore secret.key or set SECRET_KEY to the one it was made with, which all servers on this database share.',
    )
  }
}

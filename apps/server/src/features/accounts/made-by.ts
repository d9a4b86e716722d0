import { expressionBuilder } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import type { Database } from '../../platform/database/schema.ts'

/** The maker of links and invitations that come from the command line. */
export const OPERATOR = 'operator'

/**
 * Whether the maker of this link or invitation may still make one: it is void once its maker is no
 * longer an admin.
 */
export function isMakerAllowed(table: 'password_resets' | 'invitations') {
  const eb = expressionBuilder<Database, 'password_resets' | 'invitations'>()
  const maker = eb
    .selectFrom('users as makers')
    .select('makers.id')
    .whereRef('makers.id', '=', `${table}.made_by`)
    .where('makers.role', '=', 'admin')
  return eb.or([eb(`${table}.made_by`, '=', OPERATOR), eb.exists(maker)])
}

/** Revokes the links and invitations of somebody who is no longer an admin. */
export async function withdrawMadeBy(tx: Db, adminId: string): Promise<void> {
  await tx.deleteFrom('password_resets').where('made_by', '=', adminId).execute()
  await tx.deleteFrom('invitations').where('made_by', '=', adminId).execute()
}

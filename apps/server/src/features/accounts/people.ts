import { expressionBuilder } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import type { Database } from '../../platform/database/schema.ts'
import type { MembershipParts } from './accounts.ports.ts'

/** A part of a query for rooms that join people; a plain table to the database. */
export const personRows = expressionBuilder<Database, never>()
  .selectFrom('users')
  .select(['id', 'name', 'email', 'email_key', 'role', 'workspace_id'])

/**
 * For people who no longer belong to a workspace: requests that name none go to their oldest other
 * workspace, if that was the one.
 */
export async function leaveUsual(
  tx: Db,
  { membershipRows }: Pick<MembershipParts, 'membershipRows'>,
  workspaceId: string,
  personIds: readonly string[],
): Promise<void> {
  if (personIds.length === 0) return
  await tx
    .updateTable('users')
    .set((eb) => ({
      workspace_id: eb
        .selectFrom(membershipRows.as('m'))
        .select('m.workspace_id')
        .whereRef('m.person_id', '=', 'users.id')
        .orderBy('m.created_at')
        .orderBy('m.workspace_id')
        .limit(1),
    }))
    .where('id', 'in', personIds)
    .where('workspace_id', '=', workspaceId)
    .execute()
}

/** The people who belong to workspaces, for the rooms that know these. */
export function createPeople(db: Db) {
  const setUsual = (tx: Db, personId: string, workspaceId: string) =>
    tx.updateTable('users').set({ workspace_id: workspaceId }).where('id', '=', personId)

  return {
    async usualOf(personId: string): Promise<string | null> {
      const row = await db
        .selectFrom('users')
        .select('workspace_id')
        .where('id', '=', personId)
        .executeTakeFirst()
      return row?.workspace_id ?? null
    },

    /** Locks a person until the transaction ends. */
    async lock(tx: Db, personId: string): Promise<void> {
      await tx
        .updateTable('users')
        .set((eb) => ({ name: eb.ref('name') }))
        .where('id', '=', personId)
        .execute()
    },

    /** Sends the requests of a person that name no workspace to this one. */
    async setUsual(tx: Db, personId: string, workspaceId: string): Promise<void> {
      await setUsual(tx, personId, workspaceId).execute()
    },

    /** The same for a person who has none. */
    async setFirstUsual(tx: Db, personId: string, workspaceId: string): Promise<void> {
      await setUsual(tx, personId, workspaceId).where('workspace_id', 'is', null).execute()
    },
  }
}

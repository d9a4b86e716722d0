import type { Db } from '../../platform/database/database.ts'
import { DomainError } from '../../platform/errors.ts'
import type { Quota } from '../../platform/quota.ts'

/**
 * Adds locked contacts to a group. Returns how many are new to it. Throws `group_not_found` and
 * `quota_group_places`.
 */
export async function addToGroup(
  tx: Db,
  places: Quota,
  workspaceId: string,
  groupId: string,
  contactIds: readonly string[],
): Promise<number> {
  // Locks the group, so that it cannot be deleted before its members are added.
  if (!(await addToCount(tx, workspaceId, groupId, 0))) throw new DomainError('group_not_found')
  if (contactIds.length === 0) return 0
  const joined = await tx
    .insertInto('group_members')
    .values(contactIds.map((id) => ({ group_id: groupId, contact_id: id })))
    .onConflict((conflict) => conflict.doNothing())
    .returning('contact_id')
    .execute()
  await addToCount(tx, workspaceId, groupId, joined.length)
  if (joined.length > 0) await places.admit(tx, workspaceId, 0)
  return joined.length
}

/** Removes locked contacts from a group. Returns how many were in it. Throws `group_not_found`. */
export async function takeFromGroup(
  tx: Db,
  workspaceId: string,
  groupId: string,
  contactIds: readonly string[],
): Promise<number> {
  if (!(await addToCount(tx, workspaceId, groupId, 0))) throw new DomainError('group_not_found')
  if (contactIds.length === 0) return 0
  const { numDeletedRows } = await tx
    .deleteFrom('group_members')
    .where('group_id', '=', groupId)
    .where('contact_id', 'in', contactIds)
    .executeTakeFirstOrThrow()
  const removed = Number(numDeletedRows)
  await addToCount(tx, workspaceId, groupId, -removed)
  return removed
}

/** False when the owner does not have that group. */
export async function addToCount(
  tx: Db,
  workspaceId: string,
  groupId: string,
  n: number,
): Promise<boolean> {
  const result = await tx
    .updateTable('contact_groups')
    .set((eb) => ({ contact_count: eb('contact_count', '+', n) }))
    .where('id', '=', groupId)
    .where('user_id', '=', workspaceId)
    .where('erasing', '=', 0)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

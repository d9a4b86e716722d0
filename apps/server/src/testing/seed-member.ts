import type { RoleName, Sees } from '@kirim/contract/roles'
import type { Db } from '../platform/database/database.ts'

export interface MemberAccess {
  readonly role: RoleName
  readonly sees?: Sees
  /** The numbers they see, with `sees` 'numbers'. */
  readonly deviceIds?: readonly string[]
}

/** Makes somebody a member of a workspace, or changes what they may do there. */
export async function seedMember(
  db: Db,
  workspaceId: string,
  personId: string,
  { role, sees = 'all', deviceIds = [] }: MemberAccess,
  joinedAt = 0,
): Promise<void> {
  const access = { role, sees, device_ids: JSON.stringify(deviceIds), hides_numbers: 0 } as const
  await db
    .insertInto('memberships')
    .values({
      workspace_id: workspaceId,
      person_id: personId,
      created_at: joinedAt,
      last_seen_at: null,
      ...access,
    })
    .onConflict((conflict) => conflict.columns(['workspace_id', 'person_id']).doUpdateSet(access))
    .execute()
}

import type { Session } from '@kirim/contract/accounts'
import type { RoleName, Sees } from '@kirim/contract/roles'
import { WORKSPACE_HEADER } from '@kirim/contract/workspaces'
import type { Db } from '../platform/database/database.ts'
import type { Caller, TestApp } from './test-app.ts'

export interface MemberAccess {
  readonly role: RoleName
  readonly sees: Sees
  /** The numbers they see, with `sees` 'numbers'. */
  readonly deviceIds?: readonly string[]
}

/** Makes somebody a member of a workspace; returns how they make calls in it. */
export async function joinWorkspace(
  app: TestApp,
  db: Db,
  workspaceId: string,
  person: Session,
  { role, sees, deviceIds = [] }: MemberAccess,
): Promise<Caller> {
  const access = { role, sees, device_ids: JSON.stringify(deviceIds), hides_numbers: 0 } as const
  await db
    .insertInto('memberships')
    .values({
      workspace_id: workspaceId,
      person_id: person._id,
      created_at: 0,
      last_seen_at: null,
      ...access,
    })
    .onConflict((conflict) => conflict.columns(['workspace_id', 'person_id']).doUpdateSet(access))
    .execute()
  return (method, path, options = {}) =>
    app.call(method, path, {
      token: person.token,
      ...options,
      headers: { [WORKSPACE_HEADER]: workspaceId, ...options.headers },
    })
}

import type { Session } from '@kirim/contract/accounts'
import { WORKSPACE_HEADER } from '@kirim/contract/workspaces'
import type { Db } from '../platform/database/database.ts'
import { type MemberAccess, seedMember } from './seed-member.ts'
import type { Caller, TestApp } from './test-app.ts'

/** Makes somebody a member of a workspace; returns how they make calls in it. */
export async function joinWorkspace(
  app: TestApp,
  db: Db,
  workspaceId: string,
  person: Session,
  access: MemberAccess,
): Promise<Caller> {
  await seedMember(db, workspaceId, person._id, access)
  return (method, path, options = {}) =>
    app.call(method, path, {
      token: person.token,
      ...options,
      headers: { [WORKSPACE_HEADER]: workspaceId, ...options.headers },
    })
}

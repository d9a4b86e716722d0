import { type Capability, mayDo, ROLE_NAMES } from '@kirim/contract/roles'
import type { Db } from '../../platform/database/database.ts'
import type { MembershipParts } from './accounts.ports.ts'

/** What sets an address that the server calls, or makes it call one. */
const CALLS_OUT: readonly Capability[] = ['chatbots:write', 'numbers:write', 'settings:write']
const CALLERS = ROLE_NAMES.filter((role) => CALLS_OUT.some((needs) => mayDo(role, needs)))

/**
 * Whether the server may call private addresses for a workspace: if everybody there who could have
 * it call one is an admin of the server. Asked at each use, so that it ends for what an admin has
 * saved as soon as somebody else may use or change that.
 */
export function createPrivateReach(
  db: Db,
  { membershipRows }: Pick<MembershipParts, 'membershipRows'>,
) {
  return async (workspaceId: string): Promise<boolean> => {
    const callers = await db
      .selectFrom('users')
      .innerJoin(membershipRows.as('m'), 'm.person_id', 'users.id')
      .select('users.role')
      .where('m.workspace_id', '=', workspaceId)
      .where('m.role', 'in', CALLERS)
      .execute()
    return callers.length > 0 && callers.every(({ role }) => role === 'admin')
  }
}

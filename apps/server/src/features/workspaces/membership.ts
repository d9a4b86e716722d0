import { isAgent, type RoleName, type Sees } from '@kirim/contract/roles'
import { expressionBuilder, type Selectable } from 'kysely'
import { z } from 'zod'
import type { Membership } from '../../platform/caller.ts'
import type { Db } from '../../platform/database/database.ts'
import type { MembershipTable } from '../../platform/database/schema/workspaces.ts'
import type { Database } from '../../platform/database/schema.ts'

const eb = expressionBuilder<Database, never>()

/** Parts of a query for rooms that join them; each is a plain table to the database. */
export const membershipRows = eb
  .selectFrom('memberships')
  .select([
    'workspace_id',
    'person_id',
    'role',
    'sees',
    'device_ids',
    'hides_numbers',
    'created_at',
  ])
export const workspaceRows = eb
  .selectFrom('workspaces')
  .select(['id', 'name', 'membership_plan', 'default_country', 'hides_numbers_of_agents'])

const DeviceIds = z.array(z.string())

export const readDeviceIds = (stored: string): string[] => DeviceIds.parse(JSON.parse(stored))

type Stored = Pick<
  Selectable<MembershipTable>,
  'workspace_id' | 'role' | 'sees' | 'device_ids' | 'hides_numbers'
>

/** What a stored membership gives. An owner sees everything. */
export function toMembership(row: Stored, hidesNumbersOfAgents: boolean): Membership {
  const sees: Sees = row.role === 'owner' ? 'all' : row.sees
  return {
    workspaceId: row.workspace_id,
    role: row.role,
    deviceIds: sees === 'numbers' ? readDeviceIds(row.device_ids) : null,
    ownChatsOnly: sees === 'chats',
    hidesNumbers: hidesFrom(row.role, row.hides_numbers === 1, hidesNumbersOfAgents),
  }
}

function hidesFrom(role: RoleName, own: boolean, ofAgents: boolean): boolean {
  if (role === 'owner') return false
  return own || (ofAgents && isAgent(role))
}

/** What somebody may do and see in a workspace; null for who does not belong to it. */
export async function membershipOf(
  db: Db,
  workspaceId: string,
  personId: string,
): Promise<Membership | null> {
  const row = await db
    .selectFrom('memberships')
    .innerJoin('workspaces', 'workspaces.id', 'memberships.workspace_id')
    .select(['workspace_id', 'role', 'sees', 'device_ids', 'hides_numbers'])
    .select('hides_numbers_of_agents')
    .where('workspace_id', '=', workspaceId)
    .where('person_id', '=', personId)
    .executeTakeFirst()
  return row ? toMembership(row, row.hides_numbers_of_agents === 1) : null
}

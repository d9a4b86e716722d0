import type { RoleName } from '@kirim/contract/roles'
import type { Selectable } from 'kysely'
import type { Membership } from '../../platform/caller.ts'
import type { Db } from '../../platform/database/database.ts'
import type { MembershipTable } from '../../platform/database/schema/workspaces.ts'
import type { Access } from './access.ts'
import { readDeviceIds, toMembership } from './membership.ts'
import type { PersonRows } from './workspaces.ports.ts'
import { type StoredWorkspace, storedWorkspace } from './workspaces.repository.ts'

/** A person of a workspace, as the others see them. */
export interface StoredMember extends Access {
  readonly id: string
  readonly name: string
  readonly email: string
  readonly joinedAt: number
  readonly lastSeenAt: number | null
}

/** A workspace of a person, with what they may do there. */
export interface OwnWorkspace {
  readonly workspace: StoredWorkspace
  readonly access: Access
  readonly membership: Membership
}

export function createMembershipsRepository(db: Db, personRows: PersonRows) {
  const peopleOf = (workspaceId: string) =>
    db
      .selectFrom('memberships as m')
      .innerJoin(personRows.as('person'), 'person.id', 'm.person_id')
      .selectAll('m')
      .select(['person.name', 'person.email'])
      .where('m.workspace_id', '=', workspaceId)

  return {
    /** Oldest membership first. */
    async ofPerson(personId: string): Promise<OwnWorkspace[]> {
      const rows = await db
        .selectFrom('memberships as m')
        .innerJoin('workspaces as w', 'w.id', 'm.workspace_id')
        .selectAll('w')
        .select(['m.role', 'm.sees', 'm.device_ids', 'm.hides_numbers'])
        .where('m.person_id', '=', personId)
        .orderBy('m.created_at')
        .orderBy('m.workspace_id')
        .execute()
      return rows.map((row) => {
        const [workspace, access] = [storedWorkspace(row), toAccess(row)]
        return { workspace, access, membership: membershipOf(workspace, access) }
      })
    },

    /** The number of people in each of these workspaces. */
    async countIn(workspaceIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
      if (workspaceIds.length === 0) return new Map()
      const rows = await db
        .selectFrom('memberships')
        .select((eb) => ['workspace_id', eb.fn.countAll<number>().as('people')])
        .where('workspace_id', 'in', workspaceIds)
        .groupBy('workspace_id')
        .execute()
      return new Map(rows.map((row) => [row.workspace_id, Number(row.people)]))
    },

    /** Oldest first. */
    async people(workspaceId: string): Promise<StoredMember[]> {
      const rows = await peopleOf(workspaceId)
        .orderBy('m.created_at')
        .orderBy('m.person_id')
        .execute()
      return rows.map(toMember)
    },

    async find(workspaceId: string, personId: string): Promise<StoredMember | null> {
      const row = await peopleOf(workspaceId).where('m.person_id', '=', personId).executeTakeFirst()
      return row ? toMember(row) : null
    },

    /** The first of these e-mails that belongs to somebody in the workspace. */
    async emailAmong(workspaceId: string, emailKeys: readonly string[]): Promise<string | null> {
      if (emailKeys.length === 0) return null
      const row = await peopleOf(workspaceId)
        .where('person.email_key', 'in', emailKeys)
        .executeTakeFirst()
      return row?.email ?? null
    },

    async countOwnedBy(personId: string): Promise<number> {
      return countRows(db, { person_id: personId, role: 'owner' })
    },

    async countOwners(workspaceId: string): Promise<number> {
      return countRows(db, { workspace_id: workspaceId, role: 'owner' })
    },

    /** False when they already belong to it. */
    async add(
      workspaceId: string,
      personId: string,
      access: Access,
      now: number,
    ): Promise<boolean> {
      const row = await db
        .insertInto('memberships')
        .values({
          workspace_id: workspaceId,
          person_id: personId,
          ...toColumns(access),
          created_at: now,
          last_seen_at: null,
        })
        .onConflict((conflict) => conflict.columns(['workspace_id', 'person_id']).doNothing())
        .returning('person_id')
        .executeTakeFirst()
      return row !== undefined
    },

    async change(workspaceId: string, personId: string, access: Access): Promise<void> {
      await db
        .updateTable('memberships')
        .set(toColumns(access))
        .where('workspace_id', '=', workspaceId)
        .where('person_id', '=', personId)
        .execute()
    },

    async end(workspaceId: string, personId: string): Promise<void> {
      await db
        .deleteFrom('memberships')
        .where('workspace_id', '=', workspaceId)
        .where('person_id', '=', personId)
        .execute()
    },
  }
}

export type MembershipsRepository = ReturnType<typeof createMembershipsRepository>

async function countRows(
  db: Db,
  wanted: { workspace_id?: string; person_id?: string; role: RoleName },
): Promise<number> {
  const { n } = await db
    .selectFrom('memberships')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where((eb) => eb.and(wanted))
    .executeTakeFirstOrThrow()
  return Number(n)
}

/** What a stored access gives in a workspace. */
export function membershipOf(workspace: StoredWorkspace, access: Access): Membership {
  const columns = { workspace_id: workspace.id, ...toColumns(access) }
  return toMembership(columns, workspace.hidesNumbersOfAgents)
}

type AccessColumns = Pick<
  Selectable<MembershipTable>,
  'role' | 'sees' | 'device_ids' | 'hides_numbers'
>

export function toAccess({ role, sees, device_ids, hides_numbers }: AccessColumns): Access {
  return { role, sees, deviceIds: readDeviceIds(device_ids), hidesNumbers: hides_numbers === 1 }
}

export function toColumns({ role, sees, deviceIds, hidesNumbers }: Access): AccessColumns {
  return {
    role,
    sees,
    device_ids: JSON.stringify(deviceIds),
    hides_numbers: hidesNumbers ? 1 : 0,
  }
}

function toMember(
  row: Selectable<MembershipTable> & { readonly name: string; readonly email: string },
): StoredMember {
  return {
    ...toAccess(row),
    id: row.person_id,
    name: row.name,
    email: row.email,
    joinedAt: row.created_at,
    lastSeenAt: row.last_seen_at,
  }
}

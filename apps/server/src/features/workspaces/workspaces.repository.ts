import type { MembershipPlan } from '@kirim/contract/limits'
import type { Selectable } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import type { WorkspaceTable } from '../../platform/database/schema/workspaces.ts'

export interface StoredWorkspace {
  readonly id: string
  readonly name: string
  readonly membershipPlan: MembershipPlan
  readonly defaultCountry: string
  readonly createdAt: number
  readonly hidesNumbersOfAgents: boolean
}

export interface NewWorkspace {
  readonly id: string
  readonly name: string
  readonly ownerId: string
  readonly now: number
}

export interface WorkspaceChange {
  readonly name?: string | undefined
  readonly defaultCountry?: string | undefined
  readonly membershipPlan?: MembershipPlan | undefined
  readonly hidesNumbersOfAgents?: boolean | undefined
}

/** The country of numbers without a country code, until it is changed. */
const INITIAL_COUNTRY = 'MY'

export function createWorkspacesRepository(db: Db) {
  return {
    /**
     * Locks its people and invitations until the transaction ends; null when there is none.
     * Whatever changes them takes this lock first, so that a workspace cannot lose its last owner.
     */
    async lock(id: string): Promise<StoredWorkspace | null> {
      const row = await db
        .updateTable('workspaces')
        .set((eb) => ({ name: eb.ref('name') }))
        .where('id', '=', id)
        .returningAll()
        .executeTakeFirst()
      return row ? storedWorkspace(row) : null
    },

    async find(id: string): Promise<StoredWorkspace | null> {
      const row = await db
        .selectFrom('workspaces')
        .selectAll()
        .where('id', '=', id)
        .executeTakeFirst()
      return row ? storedWorkspace(row) : null
    },

    /** The plans of all workspaces, oldest first. */
    async plans(): Promise<{ workspaceId: string; plan: MembershipPlan }[]> {
      return db
        .selectFrom('workspaces')
        .select(['id as workspaceId', 'membership_plan as plan'])
        .orderBy('created_at')
        .orderBy('id')
        .execute()
    },

    /** The next ones, oldest first. */
    async after(
      place: Pick<StoredWorkspace, 'createdAt' | 'id'> | null,
      limit: number,
    ): Promise<StoredWorkspace[]> {
      const rows = await db
        .selectFrom('workspaces')
        .selectAll()
        .$if(place !== null, (query) =>
          query.where((eb) =>
            eb(
              eb.refTuple('created_at', 'id'),
              '>',
              eb.tuple(place?.createdAt ?? 0, place?.id ?? ''),
            ),
          ),
        )
        .orderBy('created_at')
        .orderBy('id')
        .limit(limit)
        .execute()
      return rows.map(storedWorkspace)
    },

    /** Adds it on the Free plan. Its owner must exist. */
    async add({ id, name, ownerId, now }: NewWorkspace): Promise<void> {
      await db
        .insertInto('workspaces')
        .values({
          id,
          name,
          membership_plan: 'Free',
          default_country: INITIAL_COUNTRY,
          created_at: now,
        })
        .execute()
      await db
        .insertInto('memberships')
        .values({
          workspace_id: id,
          person_id: ownerId,
          role: 'owner',
          sees: 'all',
          device_ids: '[]',
          hides_numbers: 0,
          created_at: now,
          last_seen_at: null,
        })
        .execute()
    },

    /** Returns null when there is none. */
    async change(id: string, change: WorkspaceChange): Promise<StoredWorkspace | null> {
      const { name, defaultCountry, membershipPlan, hidesNumbersOfAgents } = change
      const row = await db
        .updateTable('workspaces')
        .set((eb) => ({
          name: name ?? eb.ref('name'),
          ...(defaultCountry && { default_country: defaultCountry }),
          ...(membershipPlan && { membership_plan: membershipPlan }),
          ...(hidesNumbersOfAgents !== undefined && {
            hides_numbers_of_agents: hidesNumbersOfAgents ? (1 as const) : (0 as const),
          }),
        }))
        .where('id', '=', id)
        .returningAll()
        .executeTakeFirst()
      return row ? storedWorkspace(row) : null
    },

    /**
     * Ends the memberships of everybody but this person, and withdraws the invitations. Returns the
     * ids of those people.
     */
    async close(id: string, exceptPersonId: string | null): Promise<string[]> {
      await db.deleteFrom('team_invitations').where('workspace_id', '=', id).execute()
      const rows = await db
        .deleteFrom('memberships')
        .where('workspace_id', '=', id)
        .$if(exceptPersonId !== null, (query) => query.where('person_id', '<>', exceptPersonId))
        .returning('person_id')
        .execute()
      return rows.map((row) => row.person_id)
    },

    /** What belongs to it must have been deleted before, since its rows are deleted at once. */
    async delete(id: string): Promise<void> {
      await db.deleteFrom('workspaces').where('id', '=', id).execute()
    },
  }
}

export function storedWorkspace(row: Selectable<WorkspaceTable>): StoredWorkspace {
  return {
    id: row.id,
    name: row.name,
    membershipPlan: row.membership_plan,
    defaultCountry: row.default_country,
    createdAt: row.created_at,
    hidesNumbersOfAgents: row.hides_numbers_of_agents === 1,
  }
}

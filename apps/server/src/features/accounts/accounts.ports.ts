import type { MembershipPlan } from '@kirim/contract/limits'
import type { SelectQueryBuilder } from 'kysely'
import type { Membership } from '../../platform/caller.ts'
import type { Db } from '../../platform/database/database.ts'
import type { MembershipTable, WorkspaceTable } from '../../platform/database/schema/workspaces.ts'
import type { Database } from '../../platform/database/schema.ts'

/** What an account shows of the workspace it is in. */
export interface ShownWorkspace {
  readonly membershipPlan: MembershipPlan
  readonly defaultCountry: string
}

/** The workspaces of people, to whoever signs in. */
export interface WorkspacesPort {
  find(id: string): Promise<ShownWorkspace | null>
  /** Each person's own; those who own none are missing. */
  ownOf(
    personIds: readonly string[],
    tx?: Db,
  ): Promise<ReadonlyMap<string, ShownWorkspace & { readonly id: string }>>
  change(id: string, change: Partial<ShownWorkspace>, tx?: Db): Promise<ShownWorkspace | null>
  /** Opens a person's own workspace, in the transaction that adds the person. */
  open(tx: Db, workspace: { id: string; name: string; ownerId: string; now: number }): Promise<void>
}

type MembershipRow = Pick<
  MembershipTable,
  'workspace_id' | 'person_id' | 'role' | 'sees' | 'device_ids' | 'hides_numbers' | 'created_at'
>
type WorkspaceRow = Pick<WorkspaceTable, 'id' | 'name' | 'membership_plan' | 'default_country'> & {
  hides_numbers_of_agents: 0 | 1
}

/** Parts of the query that finds who a token belongs to. */
export interface MembershipParts {
  readonly membershipRows: SelectQueryBuilder<Database, 'memberships', MembershipRow>
  readonly workspaceRows: SelectQueryBuilder<Database, 'workspaces', WorkspaceRow>
  toMembership(
    row: Omit<MembershipRow, 'person_id' | 'created_at'>,
    hidesNumbersOfAgents: boolean,
  ): Membership
}

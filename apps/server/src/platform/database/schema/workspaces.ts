import type { RoleName, Sees } from '@kirim/contract/roles'
import type { Generated } from 'kysely'

export interface WorkspacesTables {
  workspaces: WorkspaceTable
  memberships: MembershipTable
  team_invitations: TeamInvitationTable
}

/** Owns numbers, contacts, campaigns and everything else; in other tables it is `user_id`. */
export interface WorkspaceTable {
  id: string
  name: string
  membership_plan: 'Free' | 'Basic' | 'Pro'
  default_country: string
  created_at: number
  hides_numbers_of_agents: Generated<0 | 1>
}

/** What a person may do and see in a workspace. */
interface Access {
  role: RoleName
  sees: Sees
  /** JSON: the ids of the numbers they see, with `sees` 'numbers'. */
  device_ids: string
  hides_numbers: 0 | 1
}

export interface MembershipTable extends Access {
  workspace_id: string
  person_id: string
  created_at: number
  last_seen_at: number | null
}

/** An open or expired invitation; deleted when it is accepted or withdrawn. */
export interface TeamInvitationTable extends Access {
  id: string
  workspace_id: string
  token_hash: string
  /** For the list; the link itself is what counts. Empty for a link for anybody. */
  email: string
  invited_by: string
  created_at: number
  expires_at: number
}

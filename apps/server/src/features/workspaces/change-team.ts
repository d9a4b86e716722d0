import { type Capability, mayDo } from '@kirim/contract/roles'
import type { Caller, Membership } from '../../platform/caller.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/database.ts'
import { DomainError } from '../../platform/errors.ts'
import type { Realtime } from '../../platform/realtime/realtime.ts'
import {
  createMembershipsRepository,
  type MembershipsRepository,
  membershipOf,
} from './memberships.repository.ts'
import {
  createTeamInvitationsRepository,
  type TeamInvitationsRepository,
} from './team-invitations.repository.ts'
import type { ChatsPort, NumbersPort, PeoplePort } from './workspaces.ports.ts'
import { createWorkspacesRepository } from './workspaces.repository.ts'

export interface TeamDeps {
  readonly db: Db
  readonly clock: Clock
  readonly realtime: Realtime
  readonly people: PeoplePort
  readonly numbers: NumbersPort
  readonly chats: ChatsPort
}

/** The people and invitations of a workspace, while nobody else can change them. */
export interface LockedTeam {
  readonly tx: Db
  readonly memberships: MembershipsRepository
  readonly invitations: TeamInvitationsRepository
  /** What the caller may do now. */
  readonly giver: Membership
}

/**
 * Changes the people or invitations of the caller's workspace, one change at a time. Throws
 * `workspace_not_found` or `forbidden` when another change has taken the caller's right meanwhile.
 */
export function changeTeam<T>(
  { db, people }: Pick<TeamDeps, 'db' | 'people'>,
  { workspaceId, personId }: Pick<Caller, 'workspaceId' | 'personId'>,
  needs: Capability,
  change: (team: LockedTeam) => Promise<T>,
): Promise<T> {
  return db.transaction().execute(async (tx) => {
    const workspace = await createWorkspacesRepository(tx).lock(workspaceId)
    const memberships = createMembershipsRepository(tx, people.rows)
    const own = await memberships.find(workspaceId, personId)
    if (!workspace || !own) throw new DomainError('workspace_not_found')
    if (!mayDo(own.role, needs)) throw new DomainError('forbidden')
    const invitations = createTeamInvitationsRepository(tx, people.rows)
    return change({ tx, memberships, invitations, giver: membershipOf(workspace, own) })
  })
}

/** Called after the commit: what these people may do has changed, or ended. */
export async function tellPeople(
  { realtime }: Pick<TeamDeps, 'realtime'>,
  workspaceId: string,
  personIds: readonly string[],
): Promise<void> {
  await Promise.all(personIds.map((id) => realtime.membershipChanged(workspaceId, id)))
  realtime.toWorkspace(workspaceId, 'team_changed')
}

/** The numbers of a workspace. */
export async function numbersIn(
  { numbers }: Pick<TeamDeps, 'numbers'>,
  workspaceId: string,
): Promise<readonly string[]> {
  return (await numbers.idsIn([workspaceId])).get(workspaceId) ?? []
}

import { mayDo, roles } from '@kirim/contract/roles'
import {
  changePerson,
  handOverWorkspace,
  leaveWorkspace,
  loadTeam,
  removePerson,
  type TeamInvitation,
  type TeamMember,
} from '@kirim/contract/team'
import { type Caller, seesNumber } from '../../platform/caller.ts'
import { DomainError } from '../../platform/errors.ts'
import type { Route } from '../../platform/http/routes.ts'
import {
  type Access,
  giverWith,
  OWNER,
  plainAccess,
  requireGivable,
  requireOwnerFor,
  whyNotGivable,
} from './access.ts'
import { changeTeam, type LockedTeam, numbersIn, type TeamDeps, tellPeople } from './change-team.ts'
import { createMembershipsRepository, type StoredMember } from './memberships.repository.ts'
import { presentInvitation, shownAccess } from './present-team.ts'
import { createTeamInvitationsRepository } from './team-invitations.repository.ts'
import type { Present } from './workspaces.ports.ts'

interface TeamRoutesDeps extends TeamDeps {
  readonly present: Present
}

export function teamRoutes(route: Route, deps: TeamRoutesDeps): void {
  const { db, people, chats, present } = deps
  const memberships = createMembershipsRepository(db, people.rows)
  const invitations = createTeamInvitationsRepository(db, people.rows)

  route(loadTeam, async ({ caller }) => {
    const { workspaceId } = caller
    const [members, open] = await Promise.all([
      memberships.people(workspaceId),
      invitations.list(workspaceId),
    ])
    const seen = await seenNumbers(caller)
    return {
      people: await presentMembers(caller, members, seen),
      invitations: open.map((one): TeamInvitation => presentInvitation(one, seen)),
    }
  })

  route(changePerson, async ({ caller, params: { id }, body }) => {
    if (id === caller.personId) throw new DomainError('own_access')
    const { workspaceId } = caller
    const access = plainAccess(body)
    const deviceIds = await numbersIn(deps, workspaceId)
    await changeTeam(deps, caller, changePerson.needs, async (team) => {
      const before = await personOf(team, workspaceId, id)
      requireGivable(team.giver, access, deviceIds)
      const after = withUnseen(access, before, team.giver)
      const kept = after.deviceIds.slice(access.deviceIds.length)
      if (kept.some((one) => deviceIds.includes(one))) requireNotMore(after, before)
      await team.memberships.change(workspaceId, id, after)
      await withdrawWider(team, workspaceId, { ...after, id })
    })
    await tellPeople(deps, workspaceId, [id])
    const changed = await memberships.find(workspaceId, id)
    if (!changed) throw new DomainError('person_not_found')
    const [shown] = await presentMembers(caller, [changed], await seenNumbers(caller))
    return shown as TeamMember
  })

  route(removePerson, async ({ caller, params: { id } }) => {
    await endMembership(caller, removePerson.needs, id)
    return undefined
  })

  route(leaveWorkspace, async ({ caller }) => {
    await endMembership(caller, leaveWorkspace.needs, caller.personId)
    return undefined
  })

  route(handOverWorkspace, async ({ caller, body: { id } }) => {
    if (id === caller.personId) throw new DomainError('own_access')
    const { workspaceId, personId } = caller
    await changeTeam(deps, caller, handOverWorkspace.needs, async (team) => {
      await personOf(team, workspaceId, id)
      await team.memberships.change(workspaceId, id, OWNER)
      await team.memberships.change(workspaceId, personId, { ...OWNER, role: 'manager' })
      await team.invitations.removeVoid(workspaceId)
    })
    await tellPeople(deps, workspaceId, [id, personId])
    return undefined
  })

  /**
   * Their chats are given back before they are out, so that a crash leaves none to a stranger, and
   * again afterwards: what was assigned in between.
   */
  async function endMembership(
    caller: Caller,
    needs: typeof removePerson.needs | typeof leaveWorkspace.needs,
    personId: string,
  ): Promise<void> {
    const { workspaceId } = caller
    await changeTeam(deps, caller, needs, (team) => requireNotLast(team, workspaceId, personId))
    await chats.unassign(workspaceId, personId)
    await changeTeam(deps, caller, needs, async (team) => {
      await requireNotLast(team, workspaceId, personId)
      await team.memberships.end(workspaceId, personId)
      await team.invitations.removeVoid(workspaceId)
      await people.leaveUsual(team.tx, workspaceId, [personId])
    })
    // First, since their connections still receive events.
    await tellPeople(deps, workspaceId, [personId])
    await chats.unassign(workspaceId, personId)
  }

  async function presentMembers(
    caller: Caller,
    members: readonly StoredMember[],
    seen: ReadonlySet<string>,
  ): Promise<TeamMember[]> {
    const [here, assigned] = await Promise.all([
      present(caller.workspaceId),
      chats.assignedIn(caller),
    ])
    return members.map((member) => ({
      ...shownAccess(member, seen),
      id: member.id,
      name: member.name,
      email: member.email,
      joinedAt: new Date(member.joinedAt).toISOString(),
      isHere: here.has(member.id),
      lastSeenAt: member.lastSeenAt === null ? null : new Date(member.lastSeenAt).toISOString(),
      openChats: assigned.get(member.id) ?? 0,
    }))
  }

  async function seenNumbers(caller: Caller): Promise<ReadonlySet<string>> {
    const all = await numbersIn(deps, caller.workspaceId)
    return new Set(all.filter((id) => seesNumber(caller, id)))
  }
}

/** Throws `person_not_found`, or `owner_fixed` for an owner whom the caller cannot change. */
async function personOf(
  { memberships, giver }: LockedTeam,
  workspaceId: string,
  personId: string,
): Promise<StoredMember> {
  const person = await memberships.find(workspaceId, personId)
  if (!person) throw new DomainError('person_not_found')
  requireOwnerFor(person, giver)
  return person
}

/** Throws `last_owner`, too. */
async function requireNotLast(
  team: LockedTeam,
  workspaceId: string,
  personId: string,
): Promise<void> {
  const { role } = await personOf(team, workspaceId, personId)
  if (role === 'owner' && (await team.memberships.countOwners(workspaceId)) === 1) {
    throw new DomainError('last_owner')
  }
}

/** Withdraws the invitations of a person to more than they may give now. */
async function withdrawWider(
  { invitations }: LockedTeam,
  workspaceId: string,
  person: Access & { readonly id: string },
): Promise<void> {
  await invitations.removeVoid(workspaceId)
  for (const invitation of await invitations.list(workspaceId)) {
    if (invitation.invitedBy !== person.id) continue
    const refused = whyNotGivable(giverWith(person), invitation, invitation.deviceIds)
    if (refused) await invitations.remove(workspaceId, invitation.id)
  }
}

/** Throws `forbidden` for more rights: with numbers that the giver does not see, they are kept. */
function requireNotMore(after: Access, before: Access): void {
  const mayMore = roles[after.role].may.some((capability) => !mayDo(before.role, capability))
  if (mayMore || (before.hidesNumbers && !after.hidesNumbers)) throw new DomainError('forbidden')
}

/** Numbers that the giver does not see, and so cannot give, are kept. */
function withUnseen(access: Access, before: Access, giver: LockedTeam['giver']): Access {
  if (access.sees !== 'numbers') return access
  const unseen = before.deviceIds.filter((id) => !seesNumber(giver, id))
  return { ...access, deviceIds: [...access.deviceIds, ...unseen] }
}

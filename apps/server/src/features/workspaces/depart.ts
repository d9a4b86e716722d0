import type { Db } from '../../platform/database/database.ts'
import { OWNER } from './access.ts'
import { type TeamDeps, tellPeople } from './change-team.ts'
import { createMembershipsRepository, type StoredMember } from './memberships.repository.ts'
import { createTeamInvitationsRepository } from './team-invitations.repository.ts'
import { createWorkspacesRepository } from './workspaces.repository.ts'

interface DepartureDeps extends Pick<TeamDeps, 'db' | 'realtime' | 'chats'> {
  readonly people: Pick<TeamDeps['people'], 'rows'>
  /** Deletes a workspace; this person belongs to it until the end. */
  erase(workspaceId: string, personId: string): Promise<void>
}

/**
 * Takes a person out of all their workspaces, before they are deleted. Where they are alone, the
 * workspace is erased; where they were the only owner, its oldest manager or else its oldest member
 * owns it. After a crash, it can be repeated.
 */
export function createDeparture(deps: DepartureDeps) {
  const { db, people, chats } = deps

  return async function leaveAll(personId: string): Promise<void> {
    // A request in flight may have added one meanwhile.
    for (;;) {
      const [own] = await createMembershipsRepository(db, people.rows).ofPerson(personId)
      if (!own) return
      await leave(own.workspace.id, personId)
    }
  }

  async function leave(workspaceId: string, personId: string): Promise<void> {
    await chats.unassign(workspaceId, personId)
    const departure = await db.transaction().execute((tx) => depart(tx, workspaceId, personId))
    if (departure === 'alone') return deps.erase(workspaceId, personId)
    await tellPeople(deps, workspaceId, [personId, ...departure])
    await chats.unassign(workspaceId, personId)
  }

  /** Returns who owns the workspace now instead, or that nobody else can be in it any more. */
  async function depart(
    tx: Db,
    workspaceId: string,
    personId: string,
  ): Promise<readonly string[] | 'alone'> {
    const workspaces = createWorkspacesRepository(tx)
    const memberships = createMembershipsRepository(tx, people.rows)
    await workspaces.lock(workspaceId)
    const others = (await memberships.people(workspaceId)).filter(({ id }) => id !== personId)
    if (others.length === 0) {
      await workspaces.close(workspaceId, personId)
      return 'alone'
    }
    const heir = heirAmong(others)
    if (heir) await memberships.change(workspaceId, heir.id, OWNER)
    await memberships.end(workspaceId, personId)
    await createTeamInvitationsRepository(tx, people.rows).removeVoid(workspaceId)
    return heir ? [heir.id] : []
  }
}

/** Of people who are sorted by how long they belong to it; null where somebody owns it already. */
function heirAmong(others: readonly StoredMember[]): StoredMember | null {
  if (others.some(({ role }) => role === 'owner')) return null
  return others.find(({ role }) => role === 'manager') ?? others[0] ?? null
}

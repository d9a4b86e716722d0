import { OWNED_WORKSPACES_MAX } from '@kirim/contract/limits'
import { mayDo } from '@kirim/contract/roles'
import {
  changeWorkspace,
  chooseWorkspace,
  createWorkspace,
  deleteWorkspace,
  findWorkspace,
  listWorkspaces,
  type Workspace,
} from '@kirim/contract/workspaces'
import { seesNumber } from '../../platform/caller.ts'
import type { Db } from '../../platform/database/database.ts'
import { DomainError } from '../../platform/errors.ts'
import type { Route } from '../../platform/http/routes.ts'
import { noteForSecurity } from '../../platform/http/security-log.ts'
import { newId } from '../../platform/ids.ts'
import type { Limits } from '../../platform/limits/limits.ts'
import { changeTeam, type TeamDeps } from './change-team.ts'
import { createMembershipsRepository, membershipOf } from './memberships.repository.ts'
import type { FindPlace } from './workspaces.ports.ts'
import { createWorkspacesRepository, type NewWorkspace } from './workspaces.repository.ts'

const CREATED_AN_HOUR = 20
const HOUR_MS = 60 * 60 * 1000

interface WorkspacesDeps extends Omit<TeamDeps, 'chats'> {
  readonly limits: Limits
  /** Opens a workspace with what other rooms keep of each. */
  open(tx: Db, workspace: NewWorkspace): Promise<void>
  /** Deletes a workspace with everything in it, for one of its people. */
  erase(workspaceId: string, by: string): Promise<void>
  readonly findPlace: FindPlace
}

export function workspacesRoutes(route: Route, deps: WorkspacesDeps): void {
  const { db, clock, people, numbers, realtime } = deps
  const memberships = createMembershipsRepository(db, people.rows)
  const creations = deps.limits.requests('workspaces', CREATED_AN_HOUR, HOUR_MS)

  async function workspacesOf(personId: string): Promise<Workspace[]> {
    const own = await memberships.ofPerson(personId)
    const ids = own.map(({ workspace }) => workspace.id)
    const [peopleIn, numbersIn] = await Promise.all([memberships.countIn(ids), numbers.idsIn(ids)])
    return own.map(({ workspace, access, membership }) => ({
      id: workspace.id,
      name: workspace.name,
      role: access.role,
      sees: access.sees,
      hidesNumbers: membership.hidesNumbers,
      people: peopleIn.get(workspace.id) ?? 0,
      numbers: (numbersIn.get(workspace.id) ?? []).filter((id) => seesNumber(membership, id))
        .length,
      membershipPlan: workspace.membershipPlan,
      defaultCountry: workspace.defaultCountry,
      hidesNumbersOfAgents: workspace.hidesNumbersOfAgents,
    }))
  }

  async function workspaceOf(personId: string, workspaceId: string): Promise<Workspace> {
    const found = (await workspacesOf(personId)).find(({ id }) => id === workspaceId)
    if (!found) throw new DomainError('workspace_not_found')
    return found
  }

  route(listWorkspaces, async ({ caller: { personId } }) => ({
    workspaces: await workspacesOf(personId),
    usual: await people.usualOf(personId),
  }))

  route(
    createWorkspace,
    async ({ caller: { personId }, body: { name }, request }) => {
      const id = newId()
      noteForSecurity(request, { on: id })
      await db.transaction().execute(async (tx) => {
        await people.lock(tx, personId)
        const owned = await createMembershipsRepository(tx, people.rows).countOwnedBy(personId)
        if (owned >= OWNED_WORKSPACES_MAX) {
          throw new DomainError('too_many_workspaces', { n: OWNED_WORKSPACES_MAX })
        }
        await deps.open(tx, { id, name, ownerId: personId, now: clock.now() })
        await people.setFirstUsual(tx, personId, id)
      })
      realtime.toPerson(personId, 'account_changed')
      return workspaceOf(personId, id)
    },
    { limit: ({ caller }) => creations.admit(caller.personId) },
  )

  route(findWorkspace, async ({ caller, params }) => {
    const place = await deps.findPlace(params.id)
    const own = place && (await memberships.ofPerson(caller.personId))
    const found = own?.find(
      ({ workspace, membership }) =>
        workspace.id === place?.workspaceId &&
        mayDo(membership.role, place.needs) &&
        seesNumber(membership, place.deviceId),
    )
    if (!found) throw new DomainError('not_found')
    return { id: found.workspace.id, name: found.workspace.name }
  })

  route(chooseWorkspace, async ({ caller: { personId }, body: { id } }) => {
    await db.transaction().execute(async (tx) => {
      // Somebody who is removed at the same time chooses before that, or not at all.
      await createWorkspacesRepository(tx).lock(id)
      const member = await createMembershipsRepository(tx, people.rows).find(id, personId)
      if (!member) throw new DomainError('workspace_not_found')
      await people.setUsual(tx, personId, id)
    })
    return undefined
  })

  route(changeWorkspace, async ({ caller, body }) => {
    const { workspaceId, personId } = caller
    const everybody = await changeTeam(deps, caller, changeWorkspace.needs, async (team) => {
      // Nobody gives more than they have.
      if (team.giver.hidesNumbers && body.hidesNumbersOfAgents === false) {
        throw new DomainError('forbidden')
      }
      const workspaces = createWorkspacesRepository(team.tx)
      const before = await workspaces.find(workspaceId)
      const after = await workspaces.change(workspaceId, body)
      if (!before || !after) throw new DomainError('workspace_not_found')
      return (await team.memberships.people(workspaceId)).map((member) => ({
        id: member.id,
        seesOther:
          membershipOf(before, member).hidesNumbers !== membershipOf(after, member).hidesNumbers,
      }))
    })
    const tell = async ({ id, seesOther }: (typeof everybody)[number]) => {
      if (seesOther) await realtime.membershipChanged(workspaceId, id)
      else realtime.toPerson(id, 'account_changed')
    }
    // All at once: a node that does not answer would have the others wait, one after another.
    await Promise.all(everybody.map(tell))
    return workspaceOf(personId, workspaceId)
  })

  route(deleteWorkspace, async ({ caller: { workspaceId, personId }, body }) => {
    const workspace = await createWorkspacesRepository(db).find(workspaceId)
    if (workspace?.name !== body.name) throw new DomainError('workspace_name_wrong')
    await deps.erase(workspaceId, personId)
    return undefined
  })
}

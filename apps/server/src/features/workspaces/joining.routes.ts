import {
  acceptTeamInvitation,
  readTeamInvitation,
  registerWithTeamInvitation,
} from '@kirim/contract/team'
import { hashToken } from '../../platform/crypto/tokens.ts'
import type { Db } from '../../platform/database/database.ts'
import { DomainError } from '../../platform/errors.ts'
import { clientNetwork } from '../../platform/http/client-network.ts'
import type { Route } from '../../platform/http/routes.ts'
import { noteForSecurity } from '../../platform/http/security-log.ts'
import type { TeamDeps } from './change-team.ts'
import { createMembershipsRepository } from './memberships.repository.ts'
import {
  createTeamInvitationsRepository,
  type StoredInvitation,
} from './team-invitations.repository.ts'
import type { Joining, RegistrationPort } from './workspaces.ports.ts'
import { createWorkspacesRepository } from './workspaces.repository.ts'

interface JoiningDeps extends Pick<TeamDeps, 'db' | 'clock' | 'people' | 'realtime'> {
  readonly registration: RegistrationPort
  /** Limits wrong guesses of a token per key. */
  guesses<T>(key: string, check: () => Promise<T>): Promise<T>
}

/** People join a workspace by the link of an invitation. */
export function joiningRoutes(route: Route, deps: JoiningDeps): void {
  const { db, clock, people, realtime, registration, guesses } = deps
  const workspaces = createWorkspacesRepository(db)

  route(readTeamInvitation, async ({ body, request }) => {
    const invitation = await guess(request.ip, body.token)
    const workspace = await workspaces.find(invitation.workspaceId)
    if (!workspace) throw new DomainError('team_invitation_invalid')
    return {
      workspace: workspace.name,
      invitedBy: invitation.inviter,
      email: invitation.email,
      role: invitation.role,
      expiresAt: new Date(invitation.expiresAt).toISOString(),
    }
  })

  route(acceptTeamInvitation, async ({ caller, body, request }) => {
    const { workspaceId } = await guess(request.ip, body.token)
    noteForSecurity(request, { on: workspaceId })
    const { personId } = caller
    await db.transaction().execute(async (tx) => {
      await joiningBy(body.token).join(tx, personId)
      await people.setFirstUsual(tx, personId, workspaceId)
    })
    realtime.toPerson(personId, 'account_changed')
    realtime.toWorkspace(workspaceId, 'team_changed')
    const workspace = await workspaces.find(workspaceId)
    if (!workspace) throw new DomainError('workspace_not_found')
    return { id: workspaceId, name: workspace.name }
  })

  route(
    registerWithTeamInvitation,
    async ({ body, request }) => {
      const { token, ...person } = body
      const { workspaceId } = await guess(request.ip, token)
      noteForSecurity(request, { on: workspaceId, byInvitation: true })
      const network = clientNetwork(request.ip)
      const user = await registration.register(network, person, joiningBy(token))
      noteForSecurity(request, { user: user._id })
      realtime.toWorkspace(workspaceId, 'team_changed')
      return user
    },
    { limit: ({ request }) => registration.admit(clientNetwork(request.ip)) },
  )

  const guess = (address: string, token: string): Promise<StoredInvitation> =>
    guesses(`link ${clientNetwork(address)}`, () => openInvitation(db, token))

  async function openInvitation(tx: Db, token: string): Promise<StoredInvitation> {
    const invitations = createTeamInvitationsRepository(tx, people.rows)
    const found = await invitations.findByHash(hashToken(token), clock.now())
    if (!found) throw new DomainError('team_invitation_invalid')
    return found
  }

  const joiningBy = (token: string): Joining => ({
    workspaceOf: async (tx) => (await openInvitation(tx, token)).workspaceId,

    async join(tx, personId) {
      const { workspaceId } = await openInvitation(tx, token)
      await createWorkspacesRepository(tx).lock(workspaceId)
      // Another may have used it until the lock was free.
      const invitation = await openInvitation(tx, token)
      const memberships = createMembershipsRepository(tx, people.rows)
      const { id, role, sees, deviceIds, hidesNumbers } = invitation
      const access = { role, sees, deviceIds, hidesNumbers }
      if (!(await memberships.add(workspaceId, personId, access, clock.now()))) {
        throw new DomainError('already_member')
      }
      await createTeamInvitationsRepository(tx, people.rows).remove(workspaceId, id)
    },
  })
}

import { INVITATION_DAYS, TEAM_MAX } from '@kirim/contract/limits'
import { invitePeople, renewInvitation, withdrawInvitation } from '@kirim/contract/team'
import { hashToken, newToken } from '../../platform/crypto/tokens.ts'
import { DomainError } from '../../platform/errors.ts'
import type { Route } from '../../platform/http/routes.ts'
import { newId } from '../../platform/ids.ts'
import { plainAccess, requireGivable, requireOwnerFor } from './access.ts'
import { changeTeam, type LockedTeam, numbersIn, type TeamDeps } from './change-team.ts'
import { presentInvitation } from './present-team.ts'

const LIFE_MS = INVITATION_DAYS * 24 * 60 * 60 * 1000

export function teamInvitationsRoutes(route: Route, deps: TeamDeps): void {
  const { clock, people, realtime } = deps

  route(invitePeople, async ({ caller, body }) => {
    const { workspaceId, personId } = caller
    const access = plainAccess(body)
    const deviceIds = await numbersIn(deps, workspaceId)
    const byKey = new Map(body.emails.map((email) => [people.emailKey(email), email]))
    const made = (byKey.size > 0 ? [...byKey.values()] : ['']).map((email) => ({
      ...newLink(personId),
      id: newId(),
      workspaceId,
      email,
      access,
    }))
    const stored = await changeTeam(deps, caller, invitePeople.needs, async (team) => {
      requireGivable(team.giver, access, deviceIds)
      const member = await team.memberships.emailAmong(workspaceId, [...byKey.keys()])
      if (member !== null) throw new DomainError('invited_is_member', { email: member })
      await team.invitations.removeVoid(workspaceId)
      await replaceEarlier(team, workspaceId, byKey)
      await requireRoom(team, workspaceId, made.length)
      await team.invitations.add(made)
      return team.invitations.list(workspaceId)
    })
    realtime.toWorkspace(workspaceId, 'team_changed')
    const seen = new Set(deviceIds)
    return made.flatMap(({ id, token }) =>
      stored
        .filter((invitation) => invitation.id === id)
        .map((invitation) => ({ ...presentInvitation(invitation, seen), token })),
    )
  })

  route(renewInvitation, async ({ caller, params: { id } }) => {
    const { workspaceId, personId } = caller
    const listed = new Set(await numbersIn(deps, workspaceId))
    const { token, ...link } = newLink(personId)
    const renewed = await changeTeam(deps, caller, renewInvitation.needs, async (team) => {
      const invitation = await team.invitations.find(workspaceId, id)
      if (!invitation) throw new DomainError('invitation_not_found')
      const deviceIds = invitation.deviceIds.filter((one) => listed.has(one))
      requireGivable(team.giver, { ...invitation, deviceIds }, [...listed])
      await team.invitations.renew(id, link)
      return team.invitations.find(workspaceId, id)
    })
    if (!renewed) throw new DomainError('invitation_not_found')
    realtime.toWorkspace(workspaceId, 'team_changed')
    return { ...presentInvitation(renewed, listed), token }
  })

  route(withdrawInvitation, async ({ caller, params: { id } }) => {
    const { workspaceId } = caller
    await changeTeam(deps, caller, withdrawInvitation.needs, async ({ giver, invitations }) => {
      const invitation = await invitations.find(workspaceId, id)
      if (!invitation) throw new DomainError('invitation_not_found')
      requireOwnerFor(invitation, giver)
      await invitations.remove(workspaceId, id)
    })
    realtime.toWorkspace(workspaceId, 'team_changed')
    return undefined
  })

  function newLink(invitedBy: string) {
    const token = newToken()
    const now = clock.now()
    return { token, hash: hashToken(token), invitedBy, now, expiresAt: now + LIFE_MS }
  }

  /** Of one e-mail, the newest invitation counts. */
  async function replaceEarlier(
    { giver, invitations }: LockedTeam,
    workspaceId: string,
    byKey: ReadonlyMap<string, string>,
  ): Promise<void> {
    for (const invitation of await invitations.list(workspaceId)) {
      if (!byKey.has(people.emailKey(invitation.email))) continue
      requireOwnerFor(invitation, giver)
      await invitations.remove(workspaceId, invitation.id)
    }
  }
}

/** Throws `team_full`. */
async function requireRoom(
  { memberships, invitations }: LockedTeam,
  workspaceId: string,
  more: number,
): Promise<void> {
  const members = (await memberships.countIn([workspaceId])).get(workspaceId) ?? 0
  const invited = (await invitations.list(workspaceId)).length
  if (members + invited + more > TEAM_MAX) throw new DomainError('team_full', { n: TEAM_MAX })
}

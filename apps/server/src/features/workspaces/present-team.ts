import type { MemberAccess, TeamInvitation } from '@kirim/contract/team'
import type { Access } from './access.ts'
import type { StoredInvitation } from './team-invitations.repository.ts'

/** With those numbers that the viewer sees and that are still linked. */
export function shownAccess(access: Access, seen: ReadonlySet<string>): MemberAccess {
  const { role, sees, deviceIds, hidesNumbers } = access
  return { role, sees, deviceIds: deviceIds.filter((id) => seen.has(id)), hidesNumbers }
}

export function presentInvitation(
  invitation: StoredInvitation,
  seen: ReadonlySet<string>,
): TeamInvitation {
  return {
    ...shownAccess(invitation, seen),
    id: invitation.id,
    email: invitation.email,
    invitedBy: invitation.inviter,
    createdAt: new Date(invitation.createdAt).toISOString(),
    expiresAt: new Date(invitation.expiresAt).toISOString(),
  }
}

import type { RoleName } from '@kirim/contract/roles'
import type { TeamInvitation, TeamMember } from '@kirim/contract/team'
import { arrangeRows } from '#shared/list/list-view.ts'

type Found = Pick<TeamMember, 'name' | 'email' | 'role'>

interface Filter {
  role: RoleName | null
  search: string
}

/** Those with the role whose name or e-mail has every word of the search, in their order. */
export function peopleFound<T extends Found>(
  people: readonly T[],
  { role, search }: Filter,
  language: string,
): T[] {
  const ofRole = people.filter((person) => role === null || person.role === role)
  const words = ({ name, email }: T) => [name, email]
  return arrangeRows(ofRole, { words, columns: {} }, search, null, language)
}

/** Like `peopleFound`; an invitation has no name. */
export function invitationsFound(
  invitations: readonly TeamInvitation[],
  filter: Filter,
  language: string,
): TeamInvitation[] {
  const named = invitations.map((invitation) => ({ ...invitation, name: '' }))
  return peopleFound(named, filter, language)
}

import { isAgent, type RoleName } from '@kirim/contract/roles'
import type { MemberAccess } from '@kirim/contract/team'
import type { Workspace } from '@kirim/contract/workspaces'

/** Whether phone numbers are hidden from a person: by their own access, or with all agents. */
export function isHiddenFrom(
  { role, hidesNumbers }: Pick<MemberAccess, 'role' | 'hidesNumbers'>,
  { hidesNumbersOfAgents }: Pick<Workspace, 'hidesNumbersOfAgents'>,
): boolean {
  if (role === 'owner') return false
  return hidesNumbers || isHiddenWithAgents(role, hidesNumbersOfAgents)
}

export function isHiddenWithAgents(role: RoleName, hidesNumbersOfAgents: boolean): boolean {
  return hidesNumbersOfAgents && isAgent(role)
}

import type { RoleName } from '@kirim/contract/roles'
import type { TeamMember } from '@kirim/contract/team'
import { textKey } from '#shared/i18n/text-key.ts'

/** What the reader may do with a person; `fixed` says why nothing, null when there is something. */
export interface PersonRights {
  change: boolean
  makeOwner: boolean
  handOver: boolean
  remove: boolean
  leave: boolean
  fixed: string | null
}

const nothing: PersonRights = {
  change: false,
  makeOwner: false,
  handOver: false,
  remove: false,
  leave: false,
  fixed: null,
}

interface Reader {
  id: string
  role: RoleName
  /** Whether they are the only owner. */
  isLastOwner: boolean
}

export const LAST_OWNER = textKey(
  'A workspace needs an owner. Hand it over to somebody else before you leave.',
)

export function rightsOn(person: Pick<TeamMember, 'id' | 'role'>, reader: Reader): PersonRights {
  const ownsIt = reader.role === 'owner'
  if (person.id === reader.id) {
    return { ...nothing, leave: !reader.isLastOwner, fixed: reader.isLastOwner ? LAST_OWNER : null }
  }
  if (person.role === 'owner' && !ownsIt) {
    return { ...nothing, fixed: textKey('Only an owner can change or remove an owner.') }
  }
  return {
    ...nothing,
    change: true,
    makeOwner: ownsIt && person.role !== 'owner',
    handOver: ownsIt && person.role !== 'owner',
    remove: true,
  }
}

export function isLastOwner(people: readonly Pick<TeamMember, 'id' | 'role'>[], id: string) {
  const owners = people.filter(({ role }) => role === 'owner')
  return owners.length === 1 && owners[0]?.id === id
}

import type { ContactGroup } from '@kirim/contract/contacts'
import type { Clock } from '../../platform/clock.ts'
import { refusedField } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import { cleanName } from './contact-columns.ts'
import type { GroupsRepository } from './groups.repository.ts'
import { presentGroup } from './present-contact.ts'

/** Throws `group_name_empty`. */
export function readGroupName(written: string): string {
  const name = cleanName(written)
  if (!name) throw refusedField('group_name_empty', ['groupName'])
  return name
}

/**
 * Creates an empty group [5.group]. Throws `group_name_empty`, `group_name_taken` and
 * `contact_groups_too_many`.
 */
export async function createGroup(
  deps: { groups: GroupsRepository; clock: Clock },
  userId: string,
  groupName: string,
): Promise<ContactGroup> {
  const name = readGroupName(groupName)
  const id = newId()
  const made = await deps.groups.insert(userId, { id, name, createdAt: deps.clock.now() })
  if (!made) throw refusedField('group_name_taken', ['groupName'])
  return presentGroup({ id, name, contactCount: 0, filter: null })
}

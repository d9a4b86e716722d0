import type { AddedContact, NewContact } from '@kirim/contract/contacts'
import type { Clock } from '../../platform/clock.ts'
import { refusedField } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import { cleanName } from './contact-columns.ts'
import type { CountryOf } from './contacts.ports.ts'
import type { ContactsRepository } from './contacts.repository.ts'
import type { GroupsRepository } from './groups.repository.ts'
import { readPhoneNumber } from './numbers/phone-number.ts'
import { presentContact } from './present-contact.ts'

/**
 * Adds a contact, and adds it to the group if one is given. A known number keeps its contact and
 * name. Throws `phone_number_invalid`, `group_not_found` and `group_is_segment`.
 */
export async function addContact(
  deps: {
    contacts: ContactsRepository
    groups: Pick<GroupsRepository, 'requireFilledByHand'>
    countryOf: CountryOf
    clock: Clock
  },
  workspaceId: string,
  body: NewContact,
): Promise<AddedContact> {
  const phoneNumber = readPhoneNumber(body.phoneNumber, await deps.countryOf(workspaceId))
  if (!phoneNumber) throw refusedField('phone_number_invalid', ['phoneNumber'])
  if (body.groupId) await deps.groups.requireFilledByHand(workspaceId, body.groupId)
  const person = { id: newId(), name: cleanName(body.name), phoneNumber }
  const { contact, isNew } = await deps.contacts.add(
    workspaceId,
    person,
    body.groupId ?? null,
    deps.clock.now(),
  )
  return { ...presentContact(contact), known: !isNew }
}

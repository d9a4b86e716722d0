import type { Contact, ContactChanges } from '@kirim/contract/contacts'
import { refusedField } from '../../platform/errors.ts'
import type { CountryOf } from './contacts.ports.ts'
import type { ContactsRepository } from './contacts.repository.ts'
import { readPhoneNumber } from './phone-number.ts'
import { presentContact } from './present-contact.ts'
import { cleanName } from './text.ts'

/**
 * Changes a contact's name or number; missing fields stay unchanged. Throws `phone_number_invalid`,
 * `contact_not_found` and `contact_number_taken`.
 */
export async function updateContact(
  deps: { contacts: ContactsRepository; countryOf: CountryOf },
  userId: string,
  contactId: string,
  body: ContactChanges,
): Promise<Contact> {
  const name = body.name === undefined ? null : cleanName(body.name)
  let phoneNumber: string | null = null
  if (body.phoneNumber !== undefined) {
    phoneNumber = readPhoneNumber(body.phoneNumber, await deps.countryOf(userId))
    if (!phoneNumber) throw refusedField('phone_number_invalid', ['phoneNumber'])
  }
  return presentContact(await deps.contacts.update(userId, contactId, { name, phoneNumber }))
}

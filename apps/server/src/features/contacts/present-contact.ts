import type { Contact, ContactGroup } from '@kirim/contract/contacts'
import type { OutAmong } from './contacts.ports.ts'
import type { StoredContact } from './contacts.repository.ts'
import type { StoredGroup } from './groups.repository.ts'

/** With who of them has asked to be left alone. */
export async function presentContacts(
  outAmong: OutAmong,
  userId: string,
  contacts: readonly StoredContact[],
): Promise<Contact[]> {
  const numbers = contacts.map(({ phoneNumber }) => phoneNumber)
  const out = await outAmong(userId, numbers)
  return contacts.map((contact) => ({
    ...presentContact(contact),
    ...(out.has(contact.phoneNumber) && { optedOut: true as const }),
  }))
}

export function presentContact(contact: StoredContact): Contact {
  return {
    _id: contact.id,
    name: contact.name,
    phoneNumber: contact.phoneNumber,
    createdAt: new Date(contact.createdAt).toISOString(),
  }
}

/** With both names that the screens use [3.group.aliases]. */
export function presentGroup(group: StoredGroup): ContactGroup {
  return {
    _id: group.id,
    groupName: group.name,
    name: group.name,
    contactCount: group.contactCount,
    count: group.contactCount,
  }
}

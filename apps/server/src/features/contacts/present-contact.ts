import type { Contact, ContactGroup } from '@kirim/contract/contacts'
import type { StoredContact } from './contacts.repository.ts'
import type { StoredGroup } from './groups.repository.ts'

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

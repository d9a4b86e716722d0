import type { Contact, ContactGroup } from '@kirim/contract/contacts'
import type { Sight } from '../../platform/caller.ts'
import type { LastMomentsOf, OutAmong } from './contacts.ports.ts'
import type { TagsRepository } from './details/tags.repository.ts'
import type { StoredGroup } from './groups.repository.ts'
import type { StoredContact } from './stored-contact.ts'

export interface PresentDeps {
  readonly outAmong: OutAmong
  readonly tags: Pick<TagsRepository, 'of'>
}

/** Contacts with their tags and opt-outs. */
export async function presentContacts(
  { outAmong, tags }: PresentDeps,
  workspaceId: string,
  contacts: readonly StoredContact[],
): Promise<Contact[]> {
  const numbers = contacts.map(({ phoneNumber }) => phoneNumber)
  const out = await outAmong(workspaceId, numbers)
  const tagsOf = await tags.of(contacts.map(({ id }) => id))
  return contacts.map((contact) => {
    const ownTags = tagsOf.get(contact.id)
    return {
      ...presentContact(contact),
      ...(out.has(contact.phoneNumber) && { optedOut: true as const }),
      ...(ownTags && { tags: ownTags }),
    }
  })
}

/** Adds when a campaign last messaged each contact and when they last answered one. */
export async function withMoments(
  lastMoments: LastMomentsOf,
  sight: Sight,
  contacts: readonly Contact[],
): Promise<Contact[]> {
  const moments = await lastMoments(
    sight,
    contacts.map(({ phoneNumber }) => phoneNumber),
  )
  return contacts.map((contact) => {
    const { writtenAt = null, answeredAt = null } = moments.get(contact.phoneNumber) ?? {}
    return {
      ...contact,
      ...(writtenAt !== null && { writtenAt: new Date(writtenAt).toISOString() }),
      ...(answeredAt !== null && { answeredAt: new Date(answeredAt).toISOString() }),
    }
  })
}

/** A contact without data of other tables. */
export function presentContact({
  id,
  name,
  phoneNumber,
  createdAt,
  values,
}: StoredContact): Contact {
  return {
    _id: id,
    name,
    phoneNumber,
    createdAt: new Date(createdAt).toISOString(),
    ...(Object.keys(values).length > 0 && { fields: { ...values } }),
  }
}

/** A group with both property names that the screens use [3.group.aliases]. */
export function presentGroup(group: StoredGroup): ContactGroup {
  return {
    _id: group.id,
    groupName: group.name,
    name: group.name,
    contactCount: group.contactCount,
    count: group.contactCount,
    ...(group.filter && { filter: group.filter }),
  }
}

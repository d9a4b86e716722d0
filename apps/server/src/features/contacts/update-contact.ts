import { Contact, type ContactChanges } from '@kirim/contract/contacts'
import type { Caller } from '../../platform/caller.ts'
import type { Clock } from '../../platform/clock.ts'
import { DomainError, refusedField } from '../../platform/errors.ts'
import { shownTo } from '../../platform/hidden-numbers/shown-to.ts'
import type { Values } from './contact-columns.ts'
import { cleanName } from './contact-columns.ts'
import type { CarryOptOut, CountryOf } from './contacts.ports.ts'
import type { ContactsRepository } from './contacts.repository.ts'
import type { FieldsRepository } from './details/fields.repository.ts'
import type { TagsRepository } from './details/tags.repository.ts'
import { readPhoneNumber } from './numbers/phone-number.ts'
import { type PresentDeps, presentContact, presentContacts } from './present-contact.ts'
import type { StoredContact } from './stored-contact.ts'

interface UpdateDeps extends Pick<PresentDeps, 'outAmong'> {
  readonly contacts: ContactsRepository
  readonly countryOf: CountryOf
  readonly fields: Pick<FieldsRepository, 'list'>
  readonly tags: TagsRepository
  readonly carryOptOut: CarryOptOut
  readonly clock: Clock
}

/**
 * Changes a contact; omitted properties stay unchanged. An opt-out of the old number also applies
 * to the new one. Throws `phone_number_invalid`, `contact_not_found`, `contact_number_taken`,
 * `contact_field_not_found` and `contact_tags_too_many`.
 */
export async function updateContact(
  deps: UpdateDeps,
  caller: Caller,
  contactId: string,
  body: ContactChanges,
): Promise<Contact> {
  const { workspaceId } = caller
  // Creates no tags for a contact that does not exist.
  const stored = await deps.contacts.require(workspaceId, contactId)
  const changes = caller.hidesNumbers ? withoutMasks(stored, body) : body
  const name = changes.name === undefined ? null : cleanName(changes.name)
  let phoneNumber: string | null = null
  if (changes.phoneNumber !== undefined) {
    phoneNumber = readPhoneNumber(changes.phoneNumber, await deps.countryOf(workspaceId))
    if (!phoneNumber) throw refusedField('phone_number_invalid', ['phoneNumber'])
  }
  const values = changes.fields ? await readFields(deps, workspaceId, changes.fields) : null
  const tagIds = changes.tags
    ? [...(await deps.tags.ensure(workspaceId, changes.tags, deps.clock.now())).values()]
    : null
  const contact = await deps.contacts.update(
    workspaceId,
    contactId,
    { name, phoneNumber, values, tagIds },
    deps.carryOptOut,
  )
  const [presented] = await presentContacts(deps, workspaceId, [contact])
  if (!presented) throw new DomainError('contact_not_found')
  return presented
}

/** Leaves out what came back as it was shown: a form must not store the masks of hidden numbers. */
function withoutMasks(
  stored: StoredContact,
  { name, phoneNumber, fields, tags }: ContactChanges,
): ContactChanges {
  const shown = shownTo({ hidesNumbers: true }, Contact, presentContact(stored))
  return {
    ...(name !== undefined && name !== shown.name && { name }),
    ...(phoneNumber !== undefined && phoneNumber !== shown.phoneNumber && { phoneNumber }),
    ...(fields && {
      fields: Object.fromEntries(
        Object.entries(fields).filter(([key, value]) => value !== shown.fields?.[key]),
      ),
    }),
    ...(tags && { tags }),
  }
}

/** Throws `contact_field_not_found`. */
async function readFields(
  { fields }: UpdateDeps,
  workspaceId: string,
  given: Values,
): Promise<Values> {
  const keys = new Set((await fields.list(workspaceId)).map(({ key }) => key))
  const unknown = Object.keys(given).find((key) => !keys.has(key))
  if (unknown !== undefined) throw refusedField('contact_field_not_found', ['fields', unknown])
  return Object.fromEntries(Object.entries(given).map(([key, value]) => [key, cleanName(value)]))
}

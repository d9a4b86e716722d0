import type { Contact, ContactChanges } from '@kirim/contract/contacts'
import type { Clock } from '../../platform/clock.ts'
import { DomainError, refusedField } from '../../platform/errors.ts'
import type { Values } from './contact-columns.ts'
import { cleanName } from './contact-columns.ts'
import type { CarryOptOut, CountryOf } from './contacts.ports.ts'
import type { ContactsRepository } from './contacts.repository.ts'
import type { FieldsRepository } from './details/fields.repository.ts'
import type { TagsRepository } from './details/tags.repository.ts'
import { readPhoneNumber } from './numbers/phone-number.ts'
import { type PresentDeps, presentContacts } from './present-contact.ts'

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
  workspaceId: string,
  contactId: string,
  body: ContactChanges,
): Promise<Contact> {
  const name = body.name === undefined ? null : cleanName(body.name)
  let phoneNumber: string | null = null
  if (body.phoneNumber !== undefined) {
    phoneNumber = readPhoneNumber(body.phoneNumber, await deps.countryOf(workspaceId))
    if (!phoneNumber) throw refusedField('phone_number_invalid', ['phoneNumber'])
  }
  // Creates no tags for a contact that does not exist.
  await deps.contacts.require(workspaceId, contactId)
  const values = body.fields ? await readFields(deps, workspaceId, body.fields) : null
  const tagIds = body.tags
    ? [...(await deps.tags.ensure(workspaceId, body.tags, deps.clock.now())).values()]
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

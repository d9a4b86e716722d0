import * as z from 'zod/mini'
import { call } from './call.ts'
import { IdParams } from './fields.ts'
import { issue } from './issues.ts'
import { NAME_MAX_LENGTH } from './limits.ts'
import { oneLineField, VISIBLE } from './names.ts'

export const CONTACT_FIELDS_MAX = 30
export const FIELD_LABEL_MAX_LENGTH = 40
export const FIELD_VALUE_MAX_LENGTH = NAME_MAX_LENGTH
/** The maximum number of tags per user. */
export const TAGS_MAX = 500
export const TAGS_PER_CONTACT_MAX = 20
export const TAG_MAX_LENGTH = 40

/** A contact field that the user has created. */
export const ContactField = z.object({
  id: z.string(),
  /** The placeholder in a text: `[city]`. Does not change with the label. */
  key: z.string(),
  label: z.string(),
})
export type ContactField = z.infer<typeof ContactField>

/** The label of a field; the server refuses labels that cannot be placeholders. */
export const FieldLabel = oneLineField('field_label_too_long', 'field_label_required').check(
  z.regex(VISIBLE, issue('field_label_required')),
  z.maxLength(FIELD_LABEL_MAX_LENGTH, issue('field_label_too_long')),
)

export const NewContactField = z.object({ label: FieldLabel })
export type NewContactField = z.infer<typeof NewContactField>

export const ContactTag = z.object({ id: z.string(), name: z.string() })
export type ContactTag = z.infer<typeof ContactTag>

export const TagName = oneLineField('tag_too_long', 'tag_required').check(
  z.regex(VISIBLE, issue('tag_required')),
  z.maxLength(TAG_MAX_LENGTH, issue('tag_too_long')),
)

export const ContactTagName = z.object({ name: TagName })

/** The key of a field; folding may lengthen the longest label. */
export const FieldKey = z.string().check(z.minLength(1), z.maxLength(4 * FIELD_LABEL_MAX_LENGTH))

const FieldValue = oneLineField('field_value_too_long').check(
  z.maxLength(FIELD_VALUE_MAX_LENGTH, issue('field_value_too_long')),
)

/** Values by field key; an empty value removes the stored one. */
export const FieldValues = z.record(FieldKey, FieldValue).check(
  z.refine((values) => Object.keys(values).length <= CONTACT_FIELDS_MAX, {
    error: issue('list_too_long'),
    params: { max: CONTACT_FIELDS_MAX },
  }),
)

export const TagNames = z
  .array(TagName)
  .check(z.maxLength(TAGS_PER_CONTACT_MAX, issue('tags_too_many')))

const Message = z.object({ message: z.string() })

export const listContactFields = call({
  method: 'GET',
  path: '/contact-fields',
  needs: 'contacts:read',
  summary: 'The fields that contacts have beside name and number',
  status: 200,
  response: z.array(ContactField),
})

export const createContactField = call({
  method: 'POST',
  path: '/contact-fields',
  needs: 'contacts:write',
  summary: 'Give contacts a field; texts name it in brackets',
  body: NewContactField,
  status: 201,
  response: ContactField,
})

export const renameContactField = call({
  method: 'PUT',
  path: '/contact-fields/:id',
  needs: 'contacts:write',
  summary: 'Change what a field is called; what stands in brackets stays',
  params: IdParams,
  body: NewContactField,
  status: 200,
  response: ContactField,
})

export const deleteContactField = call({
  method: 'DELETE',
  path: '/contact-fields/:id',
  needs: 'contacts:write',
  summary: 'Delete a field with its values; texts that name it say nothing there',
  params: IdParams,
  status: 200,
  response: Message,
})

export const listContactTags = call({
  method: 'GET',
  path: '/contact-tags',
  needs: 'contacts:read',
  summary: 'The tags of contacts',
  status: 200,
  response: z.array(ContactTag),
})

export const renameContactTag = call({
  method: 'PUT',
  path: '/contact-tags/:id',
  needs: 'contacts:write',
  summary: 'Rename a tag',
  params: IdParams,
  body: ContactTagName,
  status: 200,
  response: ContactTag,
})

export const deleteContactTag = call({
  method: 'DELETE',
  path: '/contact-tags/:id',
  needs: 'contacts:write',
  summary: 'Delete a tag; its contacts stay',
  params: IdParams,
  status: 200,
  response: Message,
})

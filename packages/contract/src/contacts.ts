import * as z from 'zod/mini'
import { call } from './call.ts'
import { CampaignUse } from './campaign-use.ts'
import { ContactTag, FieldKey, FieldValues, TagNames } from './contact-details.ts'
import { Id, IdParams, Moment, PageQuery } from './fields.ts'
import { FormBoolean } from './form-fields.ts'
import { issue } from './issues.ts'
import { NAME_MAX_LENGTH } from './limits.ts'
import { nameField, oneLineField } from './names.ts'
import { PersonNumber } from './person-number.ts'
import { SegmentFilter } from './segment-filter.ts'

/** `phoneNumber` is international, digits only (60123456789). */
export const Contact = z.object({
  _id: z.string(),
  name: z.string(),
  phoneNumber: PersonNumber,
  createdAt: Moment,
  /** Present when the person has opted out. */
  optedOut: z.optional(z.literal(true)),
  /** Present when there are any, by name. */
  tags: z.optional(z.array(ContactTag)),
  /** Values by field key; present when there are any. */
  fields: z.optional(z.record(z.string(), z.string())),
  /** In list pages: when a campaign last messaged them. */
  writtenAt: z.optional(Moment),
  /** In list pages: when they last answered a campaign. */
  answeredAt: z.optional(Moment),
})
export type Contact = z.infer<typeof Contact>

export const ContactGroup = z.object({
  _id: z.string(),
  groupName: z.string(),
  name: z.string(),
  contactCount: z.int(),
  count: z.int(),
  /** The conditions of a segment; absent for a group that is filled by hand. */
  filter: z.optional(SegmentFilter),
})
export type ContactGroup = z.infer<typeof ContactGroup>

/** The added contact. `known`: its number was already in the list, and it kept its name. */
export const AddedContact = z.extend(Contact, { known: z.boolean() })
export type AddedContact = z.infer<typeof AddedContact>

/** The editable fields of a contact; the number as people write it. */
export const ContactDetails = z.object({
  name: nameField('name_required', 'name_too_long'),
  phoneNumber: z
    .string(issue('phone_number_required'))
    .check(
      z.trim(),
      z.minLength(1, issue('phone_number_required')),
      z.maxLength(100, issue('phone_number_invalid')),
    ),
})
export type ContactDetails = z.infer<typeof ContactDetails>

/** Omitted properties stay unchanged. */
export const ContactChanges = z.extend(z.partial(ContactDetails), {
  /** Omitted fields stay unchanged. */
  fields: z.optional(FieldValues),
  /** Replaces all tags, by name; missing tags are created. */
  tags: z.optional(TagNames),
})
export type ContactChanges = z.infer<typeof ContactChanges>

export const NewContact = z.extend(ContactDetails, { groupId: z.optional(Id) })
export type NewContact = z.infer<typeof NewContact>

/** Validated by the form that creates a group. */
export const NewContactGroup = z.object({
  groupName: nameField('group_name_empty', 'group_name_too_long'),
})
export type NewContactGroup = z.infer<typeof NewContactGroup>

/**
 * Newest first by default; a leading minus reverses the order. Names are compared without regard to
 * case.
 */
export const ContactSort = z.enum([
  'newest',
  'oldest',
  'name',
  '-name',
  'phoneNumber',
  '-phoneNumber',
])
export type ContactSort = z.infer<typeof ContactSort>

const ContactQuery = z.extend(PageQuery, {
  sort: z.optional(ContactSort),
  /** Only contacts with this tag. */
  tag: z.optional(Id),
  /** Only contacts with `value` in this field, or with any value when it is omitted. */
  field: z.optional(FieldKey),
  value: z.optional(z.string().check(z.trim(), z.maxLength(200))),
})

const Message = z.object({ message: z.string() })

const RemovalOptions = z.object({
  /** Also removes them from every campaign that has not messaged them yet. */
  leaveCampaigns: z._default(FormBoolean, false),
})

export const listContacts = call({
  method: 'GET',
  path: '/contacts',
  needs: 'contacts:read',
  summary: 'Contacts, newest first unless sorted; all of them unless a limit is given',
  query: ContactQuery,
  status: 200,
  response: z.array(Contact),
})

export const createContact = call({
  method: 'POST',
  path: '/contacts',
  needs: 'contacts:write',
  summary: 'Add a contact; a number already known is not doubled and keeps its name',
  body: NewContact,
  status: 201,
  response: AddedContact,
})

export const updateContact = call({
  method: 'PUT',
  path: '/contacts/:id',
  needs: 'contacts:write',
  summary:
    'Change name, number, fields or tags of a contact; campaigns already saved stay as they are',
  params: IdParams,
  body: ContactChanges,
  status: 200,
  response: Contact,
})

export const contactUse = call({
  method: 'GET',
  path: '/contacts/:id/usage',
  needs: 'contacts:read',
  summary: 'Campaigns that have not written to a contact yet; deleting it leaves them as they are',
  params: IdParams,
  status: 200,
  response: CampaignUse,
})

export const deleteContact = call({
  method: 'DELETE',
  path: '/contacts/:id',
  needs: 'contacts:write',
  summary: 'Delete a contact from the list and from every group',
  params: IdParams,
  query: RemovalOptions,
  status: 200,
  response: Message,
})

export const listGroups = call({
  method: 'GET',
  path: '/contact-groups',
  needs: 'contacts:read',
  summary: 'Contact groups with their counts',
  status: 200,
  response: z.array(ContactGroup),
})

// The server checks for an empty name itself, so that its message is that text alone
// [5.group.empty].
const GroupName = z.object({
  groupName: z.optional(
    oneLineField('group_name_too_long').check(
      z.maxLength(NAME_MAX_LENGTH, issue('group_name_too_long')),
    ),
  ),
})

export const createGroup = call({
  method: 'POST',
  path: '/contact-groups',
  needs: 'contacts:write',
  summary: 'Create a contact group',
  body: GroupName,
  status: 201,
  response: ContactGroup,
})

export const renameGroup = call({
  method: 'PUT',
  path: '/contact-groups/:id',
  needs: 'contacts:write',
  summary: 'Rename a contact group',
  params: IdParams,
  body: GroupName,
  status: 200,
  response: ContactGroup,
})

export const groupUse = call({
  method: 'GET',
  path: '/contact-groups/:id/usage',
  needs: 'contacts:read',
  summary: 'Campaigns saved with a group; deleting it leaves their people in them',
  params: IdParams,
  status: 200,
  response: CampaignUse,
})

export const deleteGroup = call({
  method: 'DELETE',
  path: '/contact-groups/:id',
  needs: 'contacts:write',
  summary: 'Delete a group; its contacts stay',
  params: IdParams,
  status: 200,
  response: Message,
})

/**
 * The exported contacts: all, or those of a group or segment, searched and filtered like a list.
 */
const ContactExport = z.extend(z.omit(ContactQuery, { limit: true, cursor: true }), {
  groupId: z.optional(Id),
})

/** The response is the file: UTF-8 with a byte order mark, so that Excel reads it. */
export const exportContacts = call({
  method: 'GET',
  path: '/contacts/export.csv',
  needs: 'contacts:export',
  summary: 'Contacts with their fields and tags, as a file',
  query: ContactExport,
  status: 200,
})

export const exportContactsWorkbook = call({
  method: 'GET',
  path: '/contacts/export.xlsx',
  needs: 'contacts:export',
  summary: 'The same as an Excel file',
  query: ContactExport,
  status: 200,
})

export const listGroupContacts = call({
  method: 'GET',
  path: '/contact-groups/:id/contacts',
  needs: 'contacts:read',
  summary: 'Contacts of a group; all of them unless a limit is given',
  params: IdParams,
  query: ContactQuery,
  status: 200,
  response: z.array(Contact),
})

export const removeFromGroup = call({
  method: 'DELETE',
  path: '/contact-groups/:groupId/contacts/:contactId',
  needs: 'contacts:write',
  summary: 'Take a contact out of a group',
  params: z.object({ groupId: Id, contactId: Id }),
  query: RemovalOptions,
  status: 200,
  response: Message,
})

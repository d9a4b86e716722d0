import * as z from 'zod/mini'
import { call } from './call.ts'
import { FieldKey, TagName } from './contact-details.ts'
import { Id } from './fields.ts'
import { issue } from './issues.ts'
import { OptOutReason, OptOutRemoval } from './opt-outs.ts'

/** Contacts that can be selected by id; larger selections are a whole list. */
export const SELECTED_MAX = 500

const Ids = z
  .array(Id)
  .check(
    z.minLength(1, issue('contacts_required')),
    z.maxLength(SELECTED_MAX, issue('list_too_long')),
  )

/** The contacts of a filtered list; without a group, of all contacts. */
const SelectedList = z.object({
  groupId: z.optional(Id),
  q: z.optional(z.string().check(z.trim(), z.maxLength(200))),
  tag: z.optional(Id),
  field: z.optional(FieldKey),
  value: z.optional(z.string().check(z.trim(), z.maxLength(200))),
})

/** The contacts of a change: by id, or a whole list. */
export const ContactSelection = z.discriminatedUnion('by', [
  z.object({ by: z.literal('ids'), ids: Ids }),
  z.object({ by: z.literal('list'), list: SelectedList }),
])
export type ContactSelection = z.infer<typeof ContactSelection>

export const SelectionChange = z.discriminatedUnion('does', [
  /** The tag of this name; it is created if missing. */
  z.object({ does: z.literal('tag'), name: TagName }),
  z.object({ does: z.literal('untag'), tagId: Id }),
  z.object({ does: z.literal('join'), groupId: Id }),
  z.object({ does: z.literal('leave'), groupId: Id }),
  /** No campaign or chatbot messages them from now on. */
  z.object({ does: z.literal('optOut'), reason: z._default(OptOutReason, '') }),
  /** Opts in contacts that were opted out by hand; an opt-out by message is never undone. */
  z.extend(OptOutRemoval, { does: z.literal('optIn') }),
  z.object({
    does: z.literal('delete'),
    /** Also removes them from every campaign that has not messaged them yet. */
    leaveCampaigns: z._default(z.boolean(), false),
  }),
])
export type SelectionChange = z.infer<typeof SelectionChange>

const ContactsChange = z.object({
  who: ContactSelection,
  change: SelectionChange,
  /** The `next` of the previous call. */
  cursor: z.optional(z.string().check(z.maxLength(500))),
})

/** The result of one call. */
export const SelectionStep = z.object({
  /** Contacts processed. */
  seen: z.int(),
  /** Contacts changed; one that already has the tag, for example, is not. */
  changed: z.int(),
  /** For an opt-out: the changed contacts, so that it can be undone for them alone. */
  changedIds: z.optional(z.array(Id)),
  /** The cursor of the next call; null when all contacts are processed. */
  next: z.nullable(z.string()),
})
export type SelectionStep = z.infer<typeof SelectionStep>

export const changeContacts = call({
  method: 'POST',
  path: '/contacts/changes',
  needs: 'contacts:write',
  needsNoRoom: true,
  summary: 'Change many contacts: a part of them at a time, until the answer names no next cursor',
  body: ContactsChange,
  status: 200,
  response: SelectionStep,
})

/** The response is the file; a whole list has its own call. */
export const exportSelectedContacts = call({
  method: 'POST',
  path: '/contacts/export',
  needs: 'contacts:export',
  needsNoRoom: true,
  summary: 'These contacts with their fields and tags, as a file',
  body: z.object({ ids: Ids, format: z.enum(['csv', 'xlsx']) }),
  status: 200,
})

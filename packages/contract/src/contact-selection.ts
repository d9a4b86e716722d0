import * as z from 'zod/mini'
import { call } from './call.ts'
import { FieldKey, TagName } from './contact-details.ts'
import { Id } from './fields.ts'
import { issue } from './issues.ts'
import { OptOutReason, OptOutRemoval } from './opt-outs.ts'

/** Contacts that can be named one by one; more are selected as everybody in a list. */
export const SELECTED_MAX = 500

const Ids = z
  .array(Id)
  .check(
    z.minLength(1, issue('contacts_required')),
    z.maxLength(SELECTED_MAX, issue('list_too_long')),
  )

/** The contacts of a list as it is searched and filtered; of all contacts without a group. */
const SelectedList = z.object({
  groupId: z.optional(Id),
  q: z.optional(z.string().check(z.trim(), z.maxLength(200))),
  tag: z.optional(Id),
  field: z.optional(FieldKey),
  value: z.optional(z.string().check(z.trim(), z.maxLength(200))),
})

/** Whom a change is for: those named, or everybody in a list. */
export const ContactSelection = z.discriminatedUnion('by', [
  z.object({ by: z.literal('ids'), ids: Ids }),
  z.object({ by: z.literal('list'), list: SelectedList }),
])
export type ContactSelection = z.infer<typeof ContactSelection>

export const SelectionChange = z.discriminatedUnion('does', [
  /** The tag of this name, which is created where there is none. */
  z.object({ does: z.literal('tag'), name: TagName }),
  z.object({ does: z.literal('untag'), tagId: Id }),
  z.object({ does: z.literal('join'), groupId: Id }),
  z.object({ does: z.literal('leave'), groupId: Id }),
  /** From now on no campaign and no chatbot writes to them. */
  z.object({ does: z.literal('optOut'), reason: z._default(OptOutReason, '') }),
  /** Takes that back of those whom their owner opted out: nobody's own word. */
  z.extend(OptOutRemoval, { does: z.literal('optIn') }),
  z.object({
    does: z.literal('delete'),
    /** Also removes them from every campaign that has not written to them yet. */
    leaveCampaigns: z._default(z.boolean(), false),
  }),
])
export type SelectionChange = z.infer<typeof SelectionChange>

const ContactsChange = z.object({
  who: ContactSelection,
  change: SelectionChange,
  /** Where the call before ended. */
  cursor: z.optional(z.string().check(z.maxLength(500))),
})

/** What one call did. */
export const SelectionStep = z.object({
  /** Contacts that were looked at. */
  seen: z.int(),
  /** Those that it changed: who has a tag already, say, is left as they are. */
  changed: z.int(),
  /** Of an opt-out: whom it changed, so that it can be taken back of them alone. */
  changedIds: z.optional(z.array(Id)),
  /** The cursor of the next call; null when everybody had their turn. */
  next: z.nullable(z.string()),
})
export type SelectionStep = z.infer<typeof SelectionStep>

export const changeContacts = call({
  method: 'POST',
  path: '/contacts/changes',
  access: 'user',
  needsNoRoom: true,
  summary: 'Change many contacts: a part of them at a time, until the answer names no next cursor',
  body: ContactsChange,
  status: 200,
  response: SelectionStep,
})

/** Answers the file itself; a whole list is exported by its own call. */
export const exportSelectedContacts = call({
  method: 'POST',
  path: '/contacts/export',
  access: 'user',
  needsNoRoom: true,
  summary: 'These contacts with their fields and tags, as a file',
  body: z.object({ ids: Ids, format: z.enum(['csv', 'xlsx']) }),
  status: 200,
})

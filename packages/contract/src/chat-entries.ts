import * as z from 'zod/mini'
import { Author } from './authors.ts'
import { call } from './call.ts'
import { Id, Moment } from './fields.ts'
import { MessageContent, MessageFile, QuotedMessage } from './message-content.ts'
import { MessageKind } from './message-kinds.ts'
import { PersonParams } from './person-number.ts'
import { CodedText } from './refusals.ts'

/** The person who writes to us, our own phone, or what else writes for a number. */
export const MessageBy = z.enum([
  'person',
  'phone',
  'member',
  'campaign',
  'chatbot',
  'opt_out',
  'test',
  'call',
])
export type MessageBy = z.infer<typeof MessageBy>

/** What happened to a chat, as a line in its timeline. */
export const ChatEventKind = z.enum([
  'closed',
  'reopened',
  'assigned',
  'unassigned',
  'snoozed',
  'unsnoozed',
  'labelled',
  'unlabelled',
  'chatbot_paused',
  'chatbot_resumed',
  'handed_over',
  'merged',
  'answered_after_opt_out',
])
export type ChatEventKind = z.infer<typeof ChatEventKind>

const Reaction = z.object({
  emoji: z.string(),
  /** Empty for our own, whose author follows; else the person's or member's name. */
  by: z.string(),
  isOurs: z.boolean(),
})

/** A message, note or event of a chat. */
export const ChatEntry = z.object({
  id: z.string(),
  /** Where it stands: entries are in the order of their places, which compare as texts. */
  place: z.string(),
  at: Moment,
  type: z.enum(['message', 'note', 'event']),
  /** Null for notes and events. */
  by: z.nullable(MessageBy),
  /** Who of the team wrote or did it. */
  author: z.nullable(Author),
  /** The name of the campaign or the chatbot's item that wrote it; empty for others. */
  originName: z.string(),
  /** The name of whoever wrote it in a group; empty in other chats. */
  senderName: z.string(),
  kind: MessageKind,
  text: z.string(),
  content: z.nullable(MessageContent),
  file: z.nullable(MessageFile),
  quoted: z.nullable(QuotedMessage),
  reactions: z.array(Reaction),
  editedAt: z.nullable(Moment),
  /** When it was deleted for everybody; its text is then withheld. */
  deletedAt: z.nullable(Moment),
  /**
   * How far our own message came; null for others. `scheduled` ones leave at `sendAt`; `held` ones
   * wait for somebody to decide, because the person wrote in the meantime.
   */
  state: z.nullable(
    z.enum(['scheduled', 'held', 'pending', 'sent', 'delivered', 'read', 'failed']),
  ),
  sendAt: z.nullable(Moment),
  sentAt: z.nullable(Moment),
  deliveredAt: z.nullable(Moment),
  readAt: z.nullable(Moment),
  /** Why it failed or waits, as in a ledger; null otherwise. */
  reason: z.nullable(z.extend(CodedText, { params: PersonParams })),
  /** What happened, of an event; values in `params`. */
  event: z.nullable(z.object({ kind: ChatEventKind, params: z.record(z.string(), z.string()) })),
})
export type ChatEntry = z.infer<typeof ChatEntry>

const ChatParams = z.object({ id: Id })
const EntryParams = z.object({ id: Id, entryId: Id })

export const listChatEntries = call({
  method: 'GET',
  path: '/chats/:id/entries',
  needs: 'chats:read',
  summary: 'Entries of a chat before, after or around one of them, oldest first',
  params: ChatParams,
  query: z.object({
    limit: z.optional(z.coerce.number().check(z.int(), z.gte(1), z.lte(200))),
    /** A place; without any of these, the newest. */
    before: z.optional(z.string().check(z.maxLength(200))),
    after: z.optional(z.string().check(z.maxLength(200))),
    /** A place, or the id of an entry. */
    around: z.optional(z.string().check(z.maxLength(200))),
  }),
  status: 200,
  response: z.object({
    entries: z.array(ChatEntry),
    hasEarlier: z.boolean(),
    hasLater: z.boolean(),
  }),
})

export const listWordings = call({
  method: 'GET',
  path: '/chats/:id/entries/:entryId/wordings',
  needs: 'chats:read',
  summary: 'The earlier wordings of an edited message, oldest first',
  params: EntryParams,
  status: 200,
  response: z.array(z.object({ text: z.string(), at: Moment })),
})

export const showDeleted = call({
  method: 'POST',
  path: '/chats/:id/entries/:entryId/deleted-text',
  needs: 'team:write',
  security: { event: 'deleted_message_read' },
  summary: 'What a deleted message said; who asks is logged',
  params: EntryParams,
  status: 200,
  response: z.object({ text: z.string() }),
})

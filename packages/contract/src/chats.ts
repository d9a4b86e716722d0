import * as z from 'zod/mini'
import { Author } from './authors.ts'
import { call } from './call.ts'
import { ChatEntry, MessageBy } from './chat-entries.ts'
import { Id, Moment, PageQuery } from './fields.ts'
import { issue } from './issues.ts'
import { CAPTION_MAX_LENGTH } from './limits.ts'
import { MessageKind } from './message-kinds.ts'
import { VISIBLE } from './names.ts'
import { PersonNumber } from './person-number.ts'

/** Where a chat stands. Closed comes before snoozed, and both before waiting. */
export const ChatQueue = z.enum(['unanswered', 'answered', 'snoozed', 'closed'])
export type ChatQueue = z.infer<typeof ChatQueue>

/** What the list shows; `all` are the open ones, unanswered first. */
export const ChatView = z.enum(['unanswered', 'mine', 'all', 'snoozed', 'closed'])
export type ChatView = z.infer<typeof ChatView>

/** A chat in a list. */
export const Chat = z.object({
  id: z.string(),
  deviceId: z.string(),
  kind: z.enum(['individual', 'group']),
  /** As the contact is called, else as the person calls themselves; empty when neither is known. */
  name: z.string(),
  /** Digits; empty while the network only gives its own id of the person, and for groups. */
  phoneNumber: PersonNumber,
  username: z.string(),
  queue: ChatQueue,
  preview: z.string(),
  previewKind: MessageKind,
  lastBy: MessageBy,
  /** Who of the team wrote last; null when it was none of them. */
  lastAuthor: z.nullable(Author),
  lastAt: Moment,
  unread: z.int(),
  waitingSince: z.nullable(Moment),
  /** The id of the person who answers it. */
  assignedTo: z.nullable(z.string()),
  labelIds: z.array(z.string()),
  openedAt: Moment,
  closedAt: z.nullable(Moment),
  /** When a snoozed chat comes back by itself; null when only an answer brings it back. */
  snoozedUntil: z.nullable(Moment),
  /** Null while chatbots may answer. */
  chatbotPausedUntil: z.nullable(Moment),
})
export type Chat = z.infer<typeof Chat>

/** How many chats of a number and an assignee are in each queue. */
export const ChatCount = z.object({
  deviceId: z.string(),
  assignedTo: z.nullable(z.string()),
  unanswered: z.int(),
  answered: z.int(),
  snoozed: z.int(),
  closed: z.int(),
})
export type ChatCount = z.infer<typeof ChatCount>

/** Filters of the list; all optional, and all must hold. */
export const ChatFilter = z.object({
  deviceId: z.optional(Id),
  labelId: z.optional(Id),
  /** A person's id, or `nobody`. */
  assignedTo: z.optional(Id),
  kind: z.optional(z.enum(['individual', 'group'])),
  /** A tag of the contact. */
  tag: z.optional(z.string().check(z.maxLength(100))),
})
export type ChatFilter = z.infer<typeof ChatFilter>

const ChatParams = z.object({ id: Id })

export const listChats = call({
  method: 'GET',
  path: '/chats',
  needs: 'chats:read',
  summary: 'Chats of a view: who waits longest first, then the newest; 50 unless asked otherwise',
  query: z.extend(ChatFilter, {
    view: z._default(ChatView, 'all'),
    limit: z.optional(z.coerce.number().check(z.int(), z.gte(1), z.lte(200))),
    cursor: PageQuery.shape.cursor,
  }),
  status: 200,
  response: z.object({ chats: z.array(Chat), next: z.nullable(z.string()) }),
})

export const countChats = call({
  method: 'GET',
  path: '/chats/counts',
  needs: 'chats:read',
  summary: 'How many chats of each number and assignee are in each queue',
  status: 200,
  response: z.array(ChatCount),
})

/** Why nobody can write in a chat now, or why it leaves later. */
export const ComposerBlock = z.object({
  code: z.enum([
    'opted_out',
    'opt_out_forbids',
    'number_away',
    'number_removed',
    'new_chats_held',
    'plan_ended',
    'viewer',
    'assignee_only',
    'group_off',
    'storage_full',
  ]),
  /** Whether what is written now is kept and leaves later. */
  isKept: z.boolean(),
  /** When it ends; null when that is not known. */
  until: z.nullable(Moment),
  params: z.record(z.string(), z.string()),
})
export type ComposerBlock = z.infer<typeof ComposerBlock>

export const openChat = call({
  method: 'GET',
  path: '/chats/:id',
  needs: 'chats:read',
  summary: 'A chat with its newest entries, and what stands in the way of an answer',
  params: ChatParams,
  status: 200,
  response: z.object({
    chat: Chat,
    entries: z.array(ChatEntry),
    hasEarlier: z.boolean(),
    /** Messages that leave later, by when they leave. */
    scheduled: z.array(ChatEntry),
    block: z.nullable(ComposerBlock),
    /** Where the unread ones began when it was opened: a place; null without any. */
    unreadFrom: z.nullable(z.string()),
  }),
})

export const markChatRead = call({
  method: 'POST',
  path: '/chats/:id/read',
  needs: 'chats:write',
  needsNoRoom: true,
  summary: 'Mark what the chat has up to now as read in Kirim',
  params: ChatParams,
  status: 204,
})

export const markChatUnread = call({
  method: 'POST',
  path: '/chats/:id/unread',
  needs: 'chats:write',
  needsNoRoom: true,
  summary: 'Show the chat as unread again',
  params: ChatParams,
  status: 204,
})

export const assignChat = call({
  method: 'PUT',
  path: '/chats/:id/assignee',
  needs: 'chats:write',
  summary: 'Give a chat to somebody of the team, or to nobody',
  params: ChatParams,
  body: z.object({ personId: z.nullable(Id) }),
  status: 200,
  response: Chat,
})

export const closeChat = call({
  method: 'PUT',
  path: '/chats/:id/closed',
  needs: 'chats:write',
  needsNoRoom: true,
  summary: 'Close the case of a chat; a message of the person opens it again',
  params: ChatParams,
  status: 200,
  response: Chat,
})

export const reopenChat = call({
  method: 'DELETE',
  path: '/chats/:id/closed',
  needs: 'chats:write',
  needsNoRoom: true,
  summary: 'Open a closed case again',
  params: ChatParams,
  status: 200,
  response: Chat,
})

export const snoozeChat = call({
  method: 'PUT',
  path: '/chats/:id/snooze',
  needs: 'chats:write',
  summary: 'Put a chat aside until a time, or until the person writes when there is none',
  params: ChatParams,
  body: z.object({ until: z.nullable(Moment) }),
  status: 200,
  response: Chat,
})

export const unsnoozeChat = call({
  method: 'DELETE',
  path: '/chats/:id/snooze',
  needs: 'chats:write',
  needsNoRoom: true,
  summary: 'Take a chat back that was put aside',
  params: ChatParams,
  status: 200,
  response: Chat,
})

/** The text of a note; `@` and a person's name in it are found by `mentions`. */
export const addNote = call({
  method: 'POST',
  path: '/chats/:id/notes',
  needs: 'chats:write',
  summary: 'Write a note that only the team sees; those mentioned are told',
  params: ChatParams,
  body: z.object({
    text: z
      .string()
      .check(
        z.maxLength(CAPTION_MAX_LENGTH, issue('caption_too_long')),
        z.regex(VISIBLE, issue('note_empty')),
      ),
    mentions: z._default(z.array(Id).check(z.maxLength(50)), []),
  }),
  status: 201,
  response: ChatEntry,
})

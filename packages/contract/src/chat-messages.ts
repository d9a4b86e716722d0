import * as z from 'zod/mini'
import { call } from './call.ts'
import { ChatEntry } from './chat-entries.ts'
import { Id, Moment } from './fields.ts'
import { issue } from './issues.ts'
import { MESSAGE_MAX_LENGTH } from './outgoing.ts'

const ChatParams = z.object({ id: Id })
const EntryParams = z.object({ id: Id, entryId: Id })

const Text = z.string().check(z.maxLength(MESSAGE_MAX_LENGTH, issue('message_too_long')))

/** The browser's own id of a message: sent again, it changes nothing and gets the same answer. */
const ClientId = z.string().check(z.regex(/^[\w-]{8,64}$/))

/** True or false as a field of a form. */
const Flag = z._default(z.enum(['true', 'false']), 'false')

export const sendMessage = call({
  method: 'POST',
  path: '/chats/:id/messages',
  needs: 'chats:write',
  summary: 'Write in a chat: text, one file, or both; now or later',
  params: ChatParams,
  file: { field: 'file', required: false },
  body: z.object({
    clientId: ClientId,
    text: z._default(Text, ''),
    /** The entry that is quoted. */
    quotes: z.optional(Id),
    /** A file of the media library, or of a saved reply, instead of an uploaded one. */
    mediaId: z.optional(Id),
    /** Recorded as a voice note. */
    isVoice: Flag,
    /** When it leaves; at once without it. */
    sendAt: z.optional(Moment),
  }),
  status: 201,
  response: ChatEntry,
})

export const sendPoll = call({
  method: 'POST',
  path: '/chats/:id/polls',
  needs: 'chats:write',
  summary: 'Ask in a chat with answers to choose from',
  params: ChatParams,
  body: z.object({
    clientId: ClientId,
    question: z.string().check(z.trim(), z.minLength(1), z.maxLength(255)),
    options: z
      .array(z.string().check(z.trim(), z.minLength(1), z.maxLength(100)))
      .check(z.minLength(2), z.maxLength(12)),
    /** 0 for any number. */
    choices: z.int().check(z.gte(0), z.lte(12)),
  }),
  status: 201,
  response: ChatEntry,
})

export const changeScheduled = call({
  method: 'PUT',
  path: '/chats/:id/scheduled/:entryId',
  needs: 'chats:write',
  summary: 'Change a message that has not left yet: its text, its time, or send it now (null)',
  params: EntryParams,
  body: z.object({ text: z.optional(Text), sendAt: z.optional(z.nullable(Moment)) }),
  status: 200,
  response: ChatEntry,
})

export const cancelScheduled = call({
  method: 'DELETE',
  path: '/chats/:id/scheduled/:entryId',
  needs: 'chats:write',
  summary: 'Withdraw a message that has not left yet',
  params: EntryParams,
  status: 204,
})

export const retryMessage = call({
  method: 'POST',
  path: '/chats/:id/messages/:entryId/retry',
  needs: 'chats:write',
  summary: 'Send a failed message again, as a new one',
  params: EntryParams,
  body: z.object({ clientId: ClientId }),
  status: 201,
  response: ChatEntry,
})

export const reactToMessage = call({
  method: 'PUT',
  path: '/chats/:id/messages/:entryId/reaction',
  needs: 'chats:write',
  summary: 'React to a message with an emoji; empty takes it back',
  params: EntryParams,
  body: z.object({ emoji: z.string().check(z.maxLength(32)) }),
  status: 204,
})

export const editMessage = call({
  method: 'PUT',
  path: '/chats/:id/messages/:entryId/text',
  needs: 'chats:write',
  summary: 'Change the text of a sent message, within 15 minutes',
  params: EntryParams,
  body: z.object({ text: Text }),
  status: 200,
  response: ChatEntry,
})

export const deleteMessage = call({
  method: 'DELETE',
  path: '/chats/:id/messages/:entryId',
  needs: 'chats:write',
  summary: 'Delete a sent message for everybody',
  params: EntryParams,
  status: 204,
})

export const startChat = call({
  method: 'POST',
  path: '/chats',
  needs: 'chats:write',
  summary: 'Open the chat with a number, which is looked up on the network first',
  body: z.object({
    deviceId: Id,
    phoneNumber: z.string().check(z.maxLength(40), z.minLength(1, issue('phone_number_required'))),
  }),
  status: 201,
  response: z.object({ id: z.string() }),
})

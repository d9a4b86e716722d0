import * as z from 'zod/mini'
import { Author } from './authors.ts'
import { call } from './call.ts'
import { Chat } from './chats.ts'
import { ContactSheet } from './contact-sheet.ts'
import { Id, Moment, TimeZone } from './fields.ts'
import { issue } from './issues.ts'
import { LANGUAGE_CODES, type Language } from './languages.ts'
import { CAPTION_MAX_LENGTH } from './limits.ts'
import { VISIBLE } from './names.ts'
import { OptOutChange } from './opt-outs.ts'
import { MESSAGE_MAX_LENGTH } from './outgoing.ts'

/** What the team knows of a person, beside each of their chats. */
export const PersonNote = z.object({
  id: z.string(),
  text: z.string(),
  at: Moment,
  author: z.nullable(Author),
})
export type PersonNote = z.infer<typeof PersonNote>

/** The person of a chat, whether a contact or not. */
export const ChatContact = z.object({
  /** Null for a person who is not a contact, and for groups. */
  sheet: z.nullable(ContactSheet),
  isOptedOut: z.boolean(),
  /** When and how they opted out and back in, the newest first. */
  changes: z.array(OptOutChange),
  /** Their chats with other numbers that are seen, the newest first. */
  otherChats: z.array(Chat),
  /** The newest first. */
  notes: z.array(PersonNote),
})
export type ChatContact = z.infer<typeof ChatContact>

const ChatParams = z.object({ id: Id })

export const loadChatContact = call({
  method: 'GET',
  path: '/chats/:id/contact',
  needs: 'chats:read',
  summary: 'The person of a chat: as a contact, their consent, other chats and notes',
  params: ChatParams,
  status: 200,
  response: ChatContact,
})

export const addPersonNote = call({
  method: 'POST',
  path: '/chats/:id/person-notes',
  needs: 'chats:write',
  summary: 'Note something about the person of a chat; it stands beside all their chats',
  params: ChatParams,
  body: z.object({
    text: z
      .string()
      .check(
        z.trim(),
        z.maxLength(CAPTION_MAX_LENGTH, issue('caption_too_long')),
        z.regex(VISIBLE, issue('note_empty')),
      ),
  }),
  status: 201,
  response: PersonNote,
})

export const removePersonNote = call({
  method: 'DELETE',
  path: '/chats/:id/person-notes/:noteId',
  needs: 'chats:write',
  summary: 'Remove a note about the person of a chat',
  params: z.object({ id: Id, noteId: Id }),
  status: 204,
})

export const fillText = call({
  method: 'POST',
  path: '/chats/:id/filled-text',
  needs: 'chats:read',
  needsNoRoom: true,
  summary: 'A text with its placeholders filled in for the person of a chat',
  params: ChatParams,
  body: z.object({
    text: z.string().check(z.maxLength(CAPTION_MAX_LENGTH, issue('caption_too_long'))),
    /** The time of the greeting, and of times in the text. */
    timeZone: z.optional(TimeZone),
    language: z.optional(z.enum(LANGUAGE_CODES as [Language, ...Language[]])),
  }),
  status: 200,
  /** Cut to the longest message. */
  response: z.object({ text: z.string().check(z.maxLength(MESSAGE_MAX_LENGTH)) }),
})

import * as z from 'zod/mini'
import { call } from './call.ts'
import { MessageBy } from './chat-entries.ts'
import { Chat } from './chats.ts'
import { Moment, PageQuery } from './fields.ts'
import { issue } from './issues.ts'

/** Shorter words are not searched for. */
export const SEARCH_MIN_LETTERS = 3

/** A message with the words that were searched for. */
export const FoundMessage = z.object({
  chat: Chat,
  /** The id and the place of its entry in the chat. */
  entryId: z.string(),
  place: z.string(),
  at: Moment,
  by: MessageBy,
  /** The line around the words, and the words as they are written. */
  before: z.string(),
  match: z.string(),
  after: z.string(),
})
export type FoundMessage = z.infer<typeof FoundMessage>

export const searchChats = call({
  method: 'GET',
  path: '/chats/search',
  needs: 'chats:read',
  summary: 'Chats by name or number, and messages of any age by their words, newest first',
  query: z.object({
    q: z
      .string()
      .check(
        z.maxLength(200),
        z.trim(),
        z.minLength(SEARCH_MIN_LETTERS, issue('search_too_short')),
      ),
    cursor: PageQuery.shape.cursor,
  }),
  status: 200,
  response: z.object({
    /** On the first page alone. */
    chats: z.array(Chat),
    messages: z.array(FoundMessage),
    /** Set when there may be older ones. */
    next: z.nullable(z.string()),
    /** False while messages of before an update are still being made ready for it. */
    isComplete: z.boolean(),
  }),
})

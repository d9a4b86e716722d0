import * as z from 'zod/mini'
import { call } from './call.ts'
import { Id, Moment } from './fields.ts'

/** The history that the phone of a number shares, as it comes in. */
export const ChatHistory = z.object({
  deviceId: z.string(),
  /** `asked`: the phone has not answered yet; `empty`: it shared nothing. */
  state: z.enum(['asked', 'reading', 'done', 'empty']),
  /** How many days of it are kept; null for all. */
  days: z.nullable(z.int()),
  /** Messages kept so far, and about how many it will be; null while that is not known. */
  messages: z.int(),
  aboutMessages: z.nullable(z.int()),
  chats: z.int(),
  begunAt: Moment,
})
export type ChatHistory = z.infer<typeof ChatHistory>

export const listChatHistories = call({
  method: 'GET',
  path: '/chats/history',
  needs: 'chats:read',
  summary: 'The history that the phones of numbers share, of each number that was asked for it',
  status: 200,
  response: z.array(ChatHistory),
})

export const askOlderMessages = call({
  method: 'POST',
  path: '/chats/:id/older',
  needs: 'chats:write',
  summary: 'Ask the phone for messages before the oldest of a chat; they come as its entries',
  params: z.object({ id: Id }),
  status: 200,
  response: z.object({
    /** `none`: the phone shared nothing older; `away`: it did not answer. */
    outcome: z.enum(['came', 'none', 'away']),
  }),
})

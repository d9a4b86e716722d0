import * as z from 'zod/mini'
import { call } from './call.ts'
import { Moment } from './fields.ts'

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

import * as z from 'zod/mini'
import { call } from './call.ts'

/** Somebody of the team, as everybody sees them who may read chats. */
export const ChatPerson = z.object({
  id: z.string(),
  name: z.string(),
  /** Whether they may write in chats, and so be given one. */
  mayWrite: z.boolean(),
  /** Whether one of their browsers is connected. */
  isHere: z.boolean(),
})
export type ChatPerson = z.infer<typeof ChatPerson>

export const listChatPeople = call({
  method: 'GET',
  path: '/chats/people',
  needs: 'chats:read',
  summary: 'Who can be given chats and be mentioned in notes, by name',
  status: 200,
  response: z.array(ChatPerson),
})

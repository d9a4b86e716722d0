import * as z from 'zod/mini'
import { call } from './call.ts'
import { Id, Moment } from './fields.ts'

/** A chat in which the chatbot rests: it answered more often than two people would. */
export const PausedChat = z.object({
  id: z.string(),
  chat: z.enum(['individual', 'group']),
  /** What the person calls themselves at whose message it began; empty when unknown. */
  name: z.string(),
  /** Digits; empty when the network tells only its own identity. */
  phoneNumber: z.string(),
  /** Within which time there were too many replies. */
  reason: z.enum(['minute', 'hour']),
  until: Moment,
})
export type PausedChat = z.infer<typeof PausedChat>

export const listPausedChats = call({
  method: 'GET',
  path: '/ai-chatbot/:deviceId/paused-chats',
  access: 'user',
  summary: 'Chats in which the chatbot of a number rests now',
  params: z.object({ deviceId: Id }),
  status: 200,
  response: z.array(PausedChat),
})

export const resumeChat = call({
  method: 'DELETE',
  path: '/ai-chatbot/:deviceId/paused-chats/:id',
  access: 'user',
  summary: 'Let the chatbot answer in a paused chat again',
  params: z.object({ deviceId: Id, id: Id }),
  status: 204,
})

import * as z from 'zod/mini'
import { call } from './call.ts'
import { Id, Moment } from './fields.ts'
import { PersonNumber } from './person-number.ts'

/** A chat paused by the loop guard because the chatbot answered too often. */
export const PausedChat = z.object({
  id: z.string(),
  chat: z.enum(['individual', 'group']),
  /** The own name of the person whose message triggered the pause; empty when unknown. */
  name: z.string(),
  /** Digits; empty when the network only gives its own id (LID) of the person. */
  phoneNumber: PersonNumber,
  /** Their username on the network, without its @; empty when unknown. */
  username: z._default(z.string(), ''),
  /** The window of the exceeded limit. */
  reason: z.enum(['minute', 'hour']),
  until: Moment,
})
export type PausedChat = z.infer<typeof PausedChat>

export const listPausedChats = call({
  method: 'GET',
  path: '/ai-chatbot/:deviceId/paused-chats',
  needs: 'chatbots:read',
  number: 'deviceId',
  summary: 'Chats in which the chatbot of a number rests now',
  params: z.object({ deviceId: Id }),
  status: 200,
  response: z.array(PausedChat),
})

export const resumeChat = call({
  method: 'DELETE',
  path: '/ai-chatbot/:deviceId/paused-chats/:id',
  needs: 'chatbots:write',
  number: 'deviceId',
  summary: 'Let the chatbot answer in a paused chat again',
  params: z.object({ deviceId: Id, id: Id }),
  status: 204,
})

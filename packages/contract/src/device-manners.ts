import * as z from 'zod/mini'
import { call } from './call.ts'
import { IdParams } from './fields.ts'

/** A caller is told no more, in UTF-16 code units. */
export const CALL_TEXT_MAX_LENGTH = 1000

/** What a number does while its chatbot answers, and with calls. */
export const DeviceManners = z.object({
  /** Marks messages as read once they are being answered. */
  marksRead: z.boolean(),
  /** Shows as online from then until the answer has left. */
  showsOnline: z.boolean(),
  /** Rejects calls of single people. */
  rejectsCalls: z.boolean(),
  /** What a caller is told, at most once an hour; empty for nothing. */
  callText: z.string().check(z.trim(), z.maxLength(CALL_TEXT_MAX_LENGTH)),
})
export type DeviceManners = z.infer<typeof DeviceManners>

export const deviceManners = call({
  method: 'GET',
  path: '/whatsapp/devices/:id/manners',
  access: 'user',
  summary: 'What a number does while its chatbot answers, and with calls',
  params: IdParams,
  status: 200,
  response: DeviceManners,
})

export const setDeviceManners = call({
  method: 'PUT',
  path: '/whatsapp/devices/:id/manners',
  access: 'user',
  summary: 'Set what a number does while its chatbot answers, and with calls',
  params: IdParams,
  body: DeviceManners,
  status: 200,
  response: DeviceManners,
})

import * as z from 'zod/mini'
import { call } from './call.ts'
import { IdParams } from './fields.ts'

/** In UTF-16 code units. */
export const CALL_TEXT_MAX_LENGTH = 1000

/** The behaviour of a number while its chatbot answers, and with calls. */
export const DeviceManners = z.object({
  /** Marks messages as read before they are answered. */
  marksRead: z.boolean(),
  /** Shows as online until the answer is sent. */
  showsOnline: z.boolean(),
  /** Rejects private calls. */
  rejectsCalls: z.boolean(),
  /** The text to a caller, sent at most once an hour; empty for none. */
  callText: z.string().check(z.trim(), z.maxLength(CALL_TEXT_MAX_LENGTH)),
})
export type DeviceManners = z.infer<typeof DeviceManners>

export const deviceManners = call({
  method: 'GET',
  path: '/whatsapp/devices/:id/manners',
  needs: 'numbers:read',
  number: 'id',
  summary: 'What a number does while its chatbot answers, and with calls',
  params: IdParams,
  status: 200,
  response: DeviceManners,
})

export const setDeviceManners = call({
  method: 'PUT',
  path: '/whatsapp/devices/:id/manners',
  needs: 'numbers:write',
  number: 'id',
  summary: 'Set what a number does while its chatbot answers, and with calls',
  params: IdParams,
  body: DeviceManners,
  status: 200,
  response: DeviceManners,
})

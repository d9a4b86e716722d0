import * as z from 'zod/mini'
import { call } from './call.ts'
import { IdParams } from './fields.ts'

/** How many days of what a phone shares may be kept; null is all of it. */
export const HISTORY_DAYS = [0, 7, 30, 90, null] as const
export const HISTORY_DAYS_DEFAULT = 30

/** What a number does with its chats. */
export const ChatNumberSettings = z.object({
  /** Days of history that are kept when the phone shares it: 0 for none, null for all. */
  historyDays: z.nullable(z.literal([0, 7, 30, 90])),
  /** Whether its chats with groups are shown. */
  showsGroups: z.boolean(),
  /** Whether what is read here is marked as read on the phone, too; else answers do that alone. */
  marksRead: z.boolean(),
})
export type ChatNumberSettings = z.infer<typeof ChatNumberSettings>

export const chatNumberSettings = call({
  method: 'GET',
  path: '/whatsapp/devices/:id/chats',
  needs: 'numbers:read',
  number: 'id',
  summary: 'What a number does with its chats: history, groups, read marks',
  params: IdParams,
  status: 200,
  response: ChatNumberSettings,
})

export const setChatNumberSettings = call({
  method: 'PUT',
  path: '/whatsapp/devices/:id/chats',
  needs: 'numbers:write',
  number: 'id',
  summary: 'Set what a number does with its chats',
  params: IdParams,
  body: ChatNumberSettings,
  status: 200,
  response: ChatNumberSettings,
})

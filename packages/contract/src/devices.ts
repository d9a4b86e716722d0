import * as z from 'zod/mini'
import { call } from './call.ts'
import { CampaignUse } from './campaign-use.ts'
import { DEVICE_PROBLEM_CODES } from './device-problems.ts'
import { IdParams, Moment } from './fields.ts'
import { CodedText } from './refusals.ts'

/** The connection states of one device, as sent by the server [4.device]. */
export const ConnectionStatus = z.enum(['disconnected', 'waiting_qr', 'connected', 'limit_reached'])
export type ConnectionStatus = z.infer<typeof ConnectionStatus>

/** Why a device cannot reconnect, or not all that it does goes on. */
export const DeviceProblem = z.extend(CodedText, {
  code: z.enum(DEVICE_PROBLEM_CODES),
  message: z.string(),
})
export type DeviceProblem = z.infer<typeof DeviceProblem>

export const Device = z.object({
  id: z.string(),
  name: z.string(),
  number: z.string(),
  phoneNumber: z.string(),
  connected: z.boolean(),
  /** 'connecting' while a linked device reconnects by itself; 'logged_out' needs a new scan. */
  connectionStatus: z.enum(['connected', 'connecting', 'disconnected', 'logged_out']),
  linkedAt: Moment,
  /** When the user should know. */
  problem: z.nullable(DeviceProblem),
  /** When it connects again by itself; null where it does not wait for a moment. */
  nextTryAt: z.optional(z.nullable(Moment)),
  /** How well it works; null for what is not known. */
  health: z.object({
    /** When something of other people came in: a message, or a receipt. */
    lastInAt: z.nullable(Moment),
    /** When the network took a message. */
    lastOutAt: z.nullable(Moment),
    /** Messages that could not be read, since `unreadableSince`, for a day. */
    unreadable: z.int(),
    unreadableSince: z.nullable(Moment),
    /** One-time keys that the network still has to give out. */
    preKeysLeft: z.nullable(z.int()),
    /** How long the network takes to answer. */
    latencyMs: z.nullable(z.int()),
  }),
  /** What it connects through; null when directly. */
  proxy: z.nullable(z.object({ host: z.string() })),
  /** How many chats the network lets a connected device begin; null where it does not count. */
  newChats: z.nullable(
    z.object({
      left: z.int(),
      of: z.int(),
      /** Whether they are counted by the day. */
      isDaily: z.boolean(),
      until: z.nullable(Moment),
    }),
  ),
  /** People its campaigns have written to today, and may today; a cap of null is none. */
  today: z.object({ used: z.int(), cap: z.nullable(z.int()), endsAt: Moment }),
})
export type Device = z.infer<typeof Device>

export const listDevices = call({
  method: 'GET',
  path: '/whatsapp/devices',
  access: 'user',
  summary: 'Linked devices, oldest first',
  status: 200,
  response: z.array(Device),
})

export const DeviceUse = z.object({
  /** That it sends alone. */
  campaigns: CampaignUse,
  /** That another number, which is connected, sends too: they go on without it. */
  shared: CampaignUse,
  /** That other numbers send too, of which none is connected. */
  sharedAway: CampaignUse,
  /** Campaigns that stand until it is connected, and people until it may begin new chats. */
  waiting: z.object({ campaigns: z.int(), people: z.int() }),
  /** Whether the chatbot of the number is switched on. */
  chatbotEnabled: z.boolean(),
})
export type DeviceUse = z.infer<typeof DeviceUse>

export const deviceUse = call({
  method: 'GET',
  path: '/whatsapp/devices/:id/usage',
  access: 'user',
  summary: 'What depends on a number, and what waits for it',
  params: IdParams,
  status: 200,
  response: DeviceUse,
})

export const removeDevice = call({
  method: 'DELETE',
  path: '/whatsapp/devices/:id',
  access: 'user',
  summary: 'Log out at the network and erase everything of the link',
  params: IdParams,
  status: 200,
  response: z.object({ message: z.string() }),
})

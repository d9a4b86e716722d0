import * as z from 'zod/mini'
import { call } from './call.ts'
import { CampaignUse } from './campaign-use.ts'
import { DEVICE_PROBLEM_CODES } from './device-problems.ts'
import { IdParams, Moment } from './fields.ts'
import { CodedText } from './refusals.ts'

/** The connection states of one device, as sent by the server [4.device]. */
export const ConnectionStatus = z.enum(['disconnected', 'waiting_qr', 'connected', 'limit_reached'])
export type ConnectionStatus = z.infer<typeof ConnectionStatus>

/** Why a device cannot reconnect, or works only in part. */
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
  /** The problem to show, if any. */
  problem: z.nullable(DeviceProblem),
  /** When it reconnects by itself; null without a fixed time. */
  nextTryAt: z.optional(z.nullable(Moment)),
  /** The health of the device; null for unknown values. */
  health: z.object({
    /** When a message or receipt from somebody else last arrived. */
    lastInAt: z.nullable(Moment),
    /** When the network last accepted a message. */
    lastOutAt: z.nullable(Moment),
    /** Unreadable messages since `unreadableSince`, shown for a day. */
    unreadable: z.int(),
    unreadableSince: z.nullable(Moment),
    /** Unused one-time keys at the network. */
    preKeysLeft: z.nullable(z.int()),
    /** How long the network takes to answer. */
    latencyMs: z.nullable(z.int()),
  }),
  /** Its proxy; null for a direct connection. */
  proxy: z.nullable(z.object({ host: z.string() })),
  /** How many new chats the network allows a connected device; null without a quota. */
  newChats: z.nullable(
    z.object({
      left: z.int(),
      of: z.int(),
      /** Whether the quota is per day. */
      isDaily: z.boolean(),
      until: z.nullable(Moment),
    }),
  ),
  /** People its campaigns have written to today, and the cap; null for none. */
  today: z.object({ used: z.int(), cap: z.nullable(z.int()), endsAt: Moment }),
})
export type Device = z.infer<typeof Device>

export const listDevices = call({
  method: 'GET',
  path: '/whatsapp/devices',
  needs: 'numbers:read',
  summary: 'Linked devices, oldest first',
  status: 200,
  response: z.array(Device),
})

export const DeviceUse = z.object({
  /** Campaigns that only this number sends. */
  campaigns: CampaignUse,
  /** Campaigns that another connected number sends too: they continue without it. */
  shared: CampaignUse,
  /** Campaigns whose other numbers are all disconnected. */
  sharedAway: CampaignUse,
  /** Campaigns that wait for its connection, and people who wait for new chats. */
  waiting: z.object({ campaigns: z.int(), people: z.int() }),
  /** Whether the chatbot of the number is switched on. */
  chatbotEnabled: z.boolean(),
})
export type DeviceUse = z.infer<typeof DeviceUse>

export const deviceUse = call({
  method: 'GET',
  path: '/whatsapp/devices/:id/usage',
  needs: 'numbers:read',
  number: 'id',
  summary: 'What depends on a number, and what waits for it',
  params: IdParams,
  status: 200,
  response: DeviceUse,
})

export const removeDevice = call({
  method: 'DELETE',
  path: '/whatsapp/devices/:id',
  needs: 'numbers:write',
  number: 'id',
  summary: 'Log out at the network and erase everything of the link',
  params: IdParams,
  status: 200,
  response: z.object({ message: z.string() }),
})

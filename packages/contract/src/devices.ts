import * as z from 'zod/mini'
import { call } from './call.ts'
import { CampaignUse } from './campaign-use.ts'
import { IdParams, Moment } from './fields.ts'

/** States of one device's connection as the server tells them [4.device]. */
export const ConnectionStatus = z.enum(['disconnected', 'waiting_qr', 'connected', 'limit_reached'])
export type ConnectionStatus = z.infer<typeof ConnectionStatus>

export const Device = z.object({
  id: z.string(),
  name: z.string(),
  number: z.string(),
  phoneNumber: z.string(),
  connected: z.boolean(),
  /**
   * 'connecting' while a linked device finds its way back by itself; 'logged_out' needs a new scan.
   */
  connectionStatus: z.enum(['connected', 'connecting', 'disconnected', 'logged_out']),
  linkedAt: Moment,
  /**
   * What keeps a device that is on its way back from being connected, where it is worth knowing.
   */
  problem: z.nullable(z.object({ code: z.enum(['network_not_genuine']), message: z.string() })),
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
  campaigns: CampaignUse,
  /** The chatbot of the number answers. */
  chatbotEnabled: z.boolean(),
})
export type DeviceUse = z.infer<typeof DeviceUse>

export const deviceUse = call({
  method: 'GET',
  path: '/whatsapp/devices/:id/usage',
  access: 'user',
  summary: 'What of a number is switched off when it is removed',
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

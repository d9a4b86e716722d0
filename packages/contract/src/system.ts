import * as z from 'zod/mini'
import { call } from './call.ts'

export const AppInfo = z.object({
  network: z.enum(['sandbox', 'live']),
  /** The base address of media; `filePath` is appended [2.media.host]. */
  mediaUrl: z.string(),
  /** The version, with the id of its web app's build: `1.2.0+3f9a1c0b7d2e`. */
  version: z.string(),
})
export type AppInfo = z.infer<typeof AppInfo>

export const appInfo = call({
  method: 'GET',
  path: '/app-info',
  access: 'public',
  summary: 'What the web app needs to know about this server',
  status: 200,
  response: AppInfo,
})

const Ok = z.object({ status: z.literal('ok') })

export const health = call({
  method: 'GET',
  path: '/health',
  access: 'public',
  summary:
    'Whether the server and its database answer; 503 when the database does not, or the disk is full',
  status: 200,
  response: Ok,
})

export const liveness = call({
  method: 'GET',
  path: '/health/live',
  access: 'public',
  summary: 'Answers as long as the process does, whatever the database does',
  status: 200,
  response: Ok,
})

import { z } from 'zod'
import { call } from './call.ts'

export const AppInfo = z.object({
  network: z.enum(['sandbox', 'live']),
  /** Where media is shown from; `filePath` is appended (SPEC §2 Media). */
  mediaUrl: z.string(),
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

export const health = call({
  method: 'GET',
  path: '/health',
  access: 'public',
  summary: 'Answers once the server serves',
  status: 200,
  response: z.object({ status: z.literal('ok') }),
})

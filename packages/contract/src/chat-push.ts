import * as z from 'zod/mini'
import { call } from './call.ts'

/** Browsers of one person in one workspace. */
export const PUSH_BROWSERS_MAX = 10

/** What a browser is told of while no page of Kirim is open in it. */
export const PushChoice = z.object({
  /** Messages in chats that are assigned to the person. */
  mine: z.boolean(),
  mentions: z.boolean(),
  /** Chats that nobody has answered after so many minutes; null for none. */
  unansweredMinutes: z.nullable(z.int().check(z.gte(1), z.lte(1440))),
  /** With the beginning of the message; without it, by whom it is alone. */
  showsText: z.boolean(),
})
export type PushChoice = z.infer<typeof PushChoice>

const Key = z.string().check(z.maxLength(200), z.regex(/^[\w-]+=*$/))

/** Where the browser's push service takes messages for it, as the browser says. */
export const PushAddress = z.object({
  endpoint: z.string().check(z.maxLength(1000), z.regex(/^https:\/\/[^/?#@\s]+\/\S*$/)),
  keys: z.object({ p256dh: Key, auth: Key }),
})
export type PushAddress = z.infer<typeof PushAddress>

export const loadPushKey = call({
  method: 'GET',
  path: '/chats/push/key',
  needs: 'chats:read',
  summary: 'The public key that a browser subscribes with',
  status: 200,
  response: z.object({ publicKey: z.string() }),
})

export const findPush = call({
  method: 'POST',
  path: '/chats/push/find',
  needs: 'chats:read',
  needsNoRoom: true,
  summary: 'What this browser is told of; null when it has not subscribed',
  body: z.object({ endpoint: PushAddress.shape.endpoint }),
  status: 200,
  response: z.object({ choice: z.nullable(PushChoice) }),
})

export const savePush = call({
  method: 'PUT',
  path: '/chats/push',
  needs: 'chats:read',
  summary: 'Subscribe this browser, or change what it is told of',
  body: z.object({ address: PushAddress, choice: PushChoice }),
  status: 204,
})

export const removePush = call({
  method: 'DELETE',
  path: '/chats/push',
  needs: 'chats:read',
  needsNoRoom: true,
  summary: 'Tell this browser of nothing more',
  body: z.object({ endpoint: PushAddress.shape.endpoint }),
  status: 204,
})

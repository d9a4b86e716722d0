import * as z from 'zod/mini'
import { call } from './call.ts'
import { Id } from './fields.ts'

/**
 * Who gets a chat that begins to wait while nobody has it: whoever is chosen by hand, whoever
 * answers first, or those who are there, in turn.
 */
export const NewChats = z.enum(['by_hand', 'who_answers', 'in_turn'])
export type NewChats = z.infer<typeof NewChats>

/** For how long a person's word silences chatbots in its chat. */
export const BotPause = z.enum(['off', '1h', '4h', '24h', 'until_resumed'])
export type BotPause = z.infer<typeof BotPause>

/** The end of a pause that only a person ends. */
export const PAUSED_FOR_GOOD = '9999-12-31T00:00:00.000Z'

/** The rules of a workspace's chats. */
export const ChatRules = z.object({
  /** A wait longer than this many minutes is shown as too long. */
  waitsAfterMinutes: z.int().check(z.gte(1), z.lte(10_080)),
  newChats: NewChats,
  /** Whether only the person who has a chat may write in it; a chat of nobody is everybody's. */
  assigneeOnly: z.boolean(),
  botPause: BotPause,
  /** Whether people may answer somebody who opted out and then asked something. */
  answersOptedOut: z.boolean(),
})
export type ChatRules = z.infer<typeof ChatRules>

/** The rules until somebody changes them. */
export const USUAL_RULES: ChatRules = {
  waitsAfterMinutes: 15,
  newChats: 'by_hand',
  assigneeOnly: false,
  botPause: '4h',
  answersOptedOut: true,
}

export const ChatSettings = z.object({
  rules: ChatRules,
  /** Numbers whose new chats are given out differently, of those the reader sees. */
  numbers: z.array(z.object({ deviceId: z.string(), newChats: NewChats })),
})
export type ChatSettings = z.infer<typeof ChatSettings>

export const loadChatSettings = call({
  method: 'GET',
  path: '/chats/settings',
  needs: 'chats:read',
  summary: 'The rules of the chats of a workspace',
  status: 200,
  response: ChatSettings,
})

export const changeChatSettings = call({
  method: 'PUT',
  path: '/chats/settings',
  needs: 'workspace:write',
  summary: 'Change rules of the chats of a workspace; those left out stay',
  body: z.partial(ChatRules).check(z.refine((rules) => Object.keys(rules).length > 0)),
  status: 200,
  response: ChatSettings,
})

export const changeChatsOfNumber = call({
  method: 'PUT',
  path: '/chats/settings/numbers/:deviceId',
  needs: 'workspace:write',
  number: 'deviceId',
  summary: 'Give out the new chats of a number differently, or as those of the others (null)',
  params: z.object({ deviceId: Id }),
  body: z.object({ newChats: z.nullable(NewChats) }),
  status: 200,
  response: ChatSettings,
})

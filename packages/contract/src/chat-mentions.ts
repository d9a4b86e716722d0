import * as z from 'zod/mini'
import { call } from './call.ts'
import { ChatEntry } from './chat-entries.ts'
import { Chat } from './chats.ts'
import { IdParams } from './fields.ts'

/** The most mentions that are listed. */
export const MENTIONS_LISTED = 50

/** A note that names the reader, and the chat it is in. */
export const ChatMention = z.object({ chat: Chat, entry: ChatEntry })
export type ChatMention = z.infer<typeof ChatMention>

export const listMentions = call({
  method: 'GET',
  path: '/chats/mentions',
  needs: 'chats:read',
  summary: 'Notes that name the reader and were not seen by them yet, newest first',
  status: 200,
  response: z.array(ChatMention),
})

export const markMentionsSeen = call({
  method: 'POST',
  path: '/chats/:id/mentions/seen',
  needs: 'chats:read',
  needsNoRoom: true,
  summary: 'Mark the notes of a chat that name the reader as seen',
  params: IdParams,
  status: 204,
})

export const resumeChatbot = call({
  method: 'DELETE',
  path: '/chats/:id/chatbot-pause',
  needs: 'chats:write',
  needsNoRoom: true,
  summary: 'Let chatbots answer in a chat again, although a person has written in it',
  params: IdParams,
  status: 200,
  response: Chat,
})

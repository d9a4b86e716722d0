import * as z from 'zod/mini'
import { call } from './call.ts'
import { Chat } from './chats.ts'
import { Id, IdParams } from './fields.ts'
import { nameField } from './names.ts'

/** The most labels of a workspace. */
export const CHAT_LABELS_MAX = 50

/** The colours of numbers, in their order. */
export const LABEL_COLOURS = ['teal', 'clay', 'olive', 'slate', 'rose'] as const

/** A label that a workspace puts on chats. */
export const ChatLabel = z.object({
  id: z.string(),
  name: z.string(),
  colour: z.enum(LABEL_COLOURS),
})
export type ChatLabel = z.infer<typeof ChatLabel>

const LabelBody = z.object({
  name: nameField('name_required', 'name_too_long'),
  colour: ChatLabel.shape.colour,
})
const OnChat = z.object({ id: Id, labelId: Id })

export const listChatLabels = call({
  method: 'GET',
  path: '/chats/labels',
  needs: 'chats:read',
  summary: 'The labels of the workspace, by name',
  status: 200,
  response: z.array(ChatLabel),
})

export const createChatLabel = call({
  method: 'POST',
  path: '/chats/labels',
  needs: 'workspace:write',
  summary: 'Add a label',
  body: LabelBody,
  status: 201,
  response: ChatLabel,
})

export const changeChatLabel = call({
  method: 'PUT',
  path: '/chats/labels/:id',
  needs: 'workspace:write',
  summary: 'Change the name and colour of a label',
  params: IdParams,
  body: LabelBody,
  status: 200,
  response: ChatLabel,
})

export const deleteChatLabel = call({
  method: 'DELETE',
  path: '/chats/labels/:id',
  needs: 'workspace:write',
  summary: 'Delete a label, and take it off all chats',
  params: IdParams,
  status: 204,
})

export const labelChat = call({
  method: 'PUT',
  path: '/chats/:id/labels/:labelId',
  needs: 'chats:write',
  summary: 'Put a label on a chat',
  params: OnChat,
  status: 200,
  response: Chat,
})

export const unlabelChat = call({
  method: 'DELETE',
  path: '/chats/:id/labels/:labelId',
  needs: 'chats:write',
  needsNoRoom: true,
  summary: 'Take a label off a chat',
  params: OnChat,
  status: 200,
  response: Chat,
})

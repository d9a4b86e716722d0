import * as z from 'zod/mini'
import { call } from './call.ts'
import { ChatFilter, ChatView } from './chats.ts'
import { IdParams } from './fields.ts'
import { nameField } from './names.ts'

/** The most views that a person can save in a workspace. */
export const CHAT_VIEWS_MAX = 30

const ViewBody = z.object({
  name: nameField('name_required', 'name_too_long'),
  view: ChatView,
  filter: ChatFilter,
})

/** A view with filters that a person has saved, for themselves alone. */
export const SavedChatView = z.extend(ViewBody, { id: z.string() })
export type SavedChatView = z.infer<typeof SavedChatView>

export const listChatViews = call({
  method: 'GET',
  path: '/chats/views',
  needs: 'chats:read',
  summary: 'The views that the caller has saved, by name',
  status: 200,
  response: z.array(SavedChatView),
})

export const saveChatView = call({
  method: 'POST',
  path: '/chats/views',
  needs: 'chats:read',
  summary: 'Save a view with its filters, in place of one that has the same name',
  body: ViewBody,
  status: 201,
  response: SavedChatView,
})

export const deleteChatView = call({
  method: 'DELETE',
  path: '/chats/views/:id',
  needs: 'chats:read',
  summary: 'Remove a saved view',
  params: IdParams,
  status: 204,
})

import * as z from 'zod/mini'
import { call } from './call.ts'
import { Id } from './fields.ts'
import { MessageFile } from './message-content.ts'

const EntryParams = z.object({ id: Id, entryId: Id })

/** Returns the file itself, not JSON. */
export const chatFile = call({
  method: 'GET',
  path: '/chats/:id/entries/:entryId/file',
  needs: 'chats:read',
  summary: 'The file of a message that is stored by Kirim',
  params: EntryParams,
  status: 200,
})

/** Returns a JPEG, not JSON; of a small picture the picture itself. */
export const chatThumbnail = call({
  method: 'GET',
  path: '/chats/:id/entries/:entryId/thumbnail',
  needs: 'chats:read',
  summary: 'A small picture of the file of a message that is stored by Kirim',
  params: EntryParams,
  status: 200,
})

export const fetchChatFile = call({
  method: 'POST',
  path: '/chats/:id/entries/:entryId/file',
  needs: 'chats:read',
  summary:
    'Fetch the file of a message from the network, or from the phone when it has forgotten it',
  params: EntryParams,
  status: 200,
  response: MessageFile,
})

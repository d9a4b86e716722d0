import * as z from 'zod/mini'
import { call } from './call.ts'
import { Id, TimeZone } from './fields.ts'

/** Returns a ZIP file with a page and the files of its messages, not JSON. */
export const exportChat = call({
  method: 'GET',
  path: '/chats/:id/export.zip',
  needs: 'chats:export',
  summary: 'A chat with everything in it as a page, with its files',
  params: z.object({ id: Id }),
  query: z.object({ timeZone: z.optional(TimeZone) }),
  status: 200,
})

export const eraseChatPerson = call({
  method: 'DELETE',
  path: '/chats/:id/person',
  needs: 'contacts:write',
  needsNoRoom: true,
  summary:
    'Erase what a person and we wrote to each other on all numbers that are seen: messages, files, notes',
  params: z.object({ id: Id }),
  status: 200,
  response: z.object({
    /** Messages that were erased. */
    erased: z.int(),
  }),
})

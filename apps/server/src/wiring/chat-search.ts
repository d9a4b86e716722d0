import { sql } from 'kysely'
import { chatSearchRoutes } from '../features/chats/search/search.routes.ts'
import { createSearchIndex } from '../features/chats/search/search-index.ts'
import { createSeenChats } from '../features/chats/search/seen-chats.ts'
import { numbersNamed } from '../features/contacts/numbers-named.ts'
import { searchedSent } from '../features/delivery/searched-sent.ts'
import { createKnownDevices } from '../features/devices/store/known-devices.ts'
import { chatRows } from '../features/messages/chat-rows.ts'
import { searchedChats, searchedReceived } from '../features/messages/searched-messages.ts'
import { onlySeen } from '../platform/database/in-sight.ts'
import type { Base } from './base.ts'
import type { Chats } from './chats.ts'

/** Wires the search of chats: what is found by its words, and what of it is seen. */
export function wireChatSearch(base: Base, chats: Chats) {
  const { db } = base
  const searched = [searchedReceived, searchedSent, searchedChats]
  const index = createSearchIndex({ ...base, searched })
  const { rows: devices } = createKnownDevices(db)
  chatSearchRoutes(base.route, {
    db,
    searched,
    seen: createSeenChats(db, { rows: chatRows }),
    isIncomplete: index.isIncomplete,
    present: chats.present,
    contactNumbers: (workspaceId, texts) => numbersNamed(db, workspaceId, texts),
    async devicesOf(sight) {
      const rows = await db
        .selectFrom(devices.as('device'))
        .select('device.id')
        .where(sql<boolean>`device.user_id = ${sight.workspaceId}`)
        .$call(onlySeen(sight, 'device.id'))
        .execute()
      return rows.map(({ id }) => id)
    },
  })
  return index
}

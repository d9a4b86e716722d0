import type { Clock } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/database/database.ts'
import { inSteps } from '../../../platform/database/in-steps.ts'
import { storeChatEntry } from '../chat-entries.repository.ts'
import type { ChatsStore } from '../chats.ports.ts'
import type { ChatNotice } from '../live/announce.ts'

const AT_ONCE = 100

interface CloseDeps {
  readonly db: Db
  readonly clock: Clock
  readonly store: Pick<ChatsStore, 'rows' | 'change'>
  announce(notice: ChatNotice): void
}

/** Closes the chats of a number that was removed, in which nobody can answer any more. */
export function createCloseOfNumber({ db, clock, store, announce }: CloseDeps) {
  return async (workspaceId: string, deviceId: string): Promise<void> => {
    await inSteps(async () => {
      const now = clock.now()
      const closed = await db.transaction().execute(async (tx) => {
        const chats = await tx
          .selectFrom(store.rows.as('chat'))
          .select('id')
          .where('device_id', '=', deviceId)
          .where('closed_at', 'is', null)
          .orderBy('id')
          .limit(AT_ONCE)
          .execute()
        for (const { id: chatId } of chats) {
          const change = { closed_at: now, snoozed_at: null, snoozed_until: null }
          await store.change(tx, chatId, { ...change, waiting_since: null, unread: 0 })
          const params = { why: 'number_removed' }
          const entry = {
            chatId,
            workspaceId,
            at: now,
            personId: null,
            kind: 'closed',
            params,
          } as const
          await storeChatEntry(tx, entry)
        }
        return chats
      })
      for (const { id: chatId } of closed) {
        announce({ workspaceId, deviceId, chatId, entryIds: [] })
      }
      return closed.length === AT_ONCE
    })
  }
}

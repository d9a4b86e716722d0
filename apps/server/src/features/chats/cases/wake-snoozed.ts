import type { Clock } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/database/database.ts'
import type { Part } from '../../../platform/lifecycle.ts'
import type { Work } from '../../../platform/nodes/work.ts'
import { storeChatEntry } from '../chat-entries.repository.ts'
import type { ChatsStore } from '../chats.ports.ts'
import type { ChatCounts } from '../list/chat-counts.repository.ts'
import type { ChatNotice } from '../live/announce.ts'

const LOOK_EVERY_MS = 15_000
const AT_ONCE = 100

interface WakeDeps {
  readonly db: Db
  readonly clock: Clock
  readonly store: Pick<ChatsStore, 'rows' | 'change' | 'lock'>
  readonly work: Pick<Work, 'hold'>
  readonly counts: Pick<ChatCounts, 'sumUpAll'>
  announce(notice: ChatNotice): void
  onFault(error: unknown): void
}

/** Brings back chats whose time has come, and sums up counts, on one node at a time. */
export function createWaking(deps: WakeDeps): Part {
  const { db, clock, store, work, counts, announce, onFault } = deps
  let cancel = () => {}
  let running = Promise.resolve()
  let stopped = false

  async function wakeSome(): Promise<boolean> {
    const now = clock.now()
    const due = await db
      .selectFrom(store.rows.as('chat'))
      .select(['id', 'user_id', 'device_id'])
      .where('snoozed_until', '<=', now)
      .limit(AT_ONCE)
      .execute()
    for (const chat of due) {
      const entryId = await db.transaction().execute(async (tx) => {
        await store.lock(tx, chat.id)
        const row = await tx
          .selectFrom(store.rows.as('chat'))
          .select('snoozed_until')
          .where('id', '=', chat.id)
          .executeTakeFirst()
        const until = row?.snoozed_until ?? null
        if (until === null || until > now) return null
        await store.change(tx, chat.id, { snoozed_at: null, snoozed_until: null })
        return storeChatEntry(tx, {
          chatId: chat.id,
          workspaceId: chat.user_id,
          at: now,
          kind: 'unsnoozed',
          personId: null,
        })
      })
      if (entryId === null) continue
      const { id: chatId, user_id: workspaceId, device_id: deviceId } = chat
      announce({ workspaceId, deviceId, chatId, entryIds: [entryId] })
    }
    return due.length === AT_ONCE && !stopped
  }

  function look(): void {
    cancel = clock.after(LOOK_EVERY_MS, () => {
      running = work
        .hold('chats', 'waking', async () => {
          while (await wakeSome());
          await counts.sumUpAll()
        })
        .then(() => {})
        .catch(onFault)
        .finally(() => {
          if (!stopped) look()
        })
    })
  }

  return {
    name: 'chats that come back',
    start: async () => look(),
    async stop() {
      stopped = true
      cancel()
      await running
    },
  }
}

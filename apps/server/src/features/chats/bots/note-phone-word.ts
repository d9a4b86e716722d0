import type { Clock } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/database/database.ts'
import { storeChatEntry } from '../chat-entries.repository.ts'
import type { ChatRow, ChatsStore } from '../chats.ports.ts'
import type { ChatNotice } from '../live/announce.ts'
import { pausedUntil } from '../rules/bot-pause.ts'
import { rulesOf } from '../rules/chat-rules.repository.ts'

interface PhoneDeps {
  readonly db: Db
  readonly clock: Clock
  readonly store: Pick<ChatsStore, 'lock'>
  /** The numbers among these whose chatbot is switched on. */
  chatbotsOn(db: Db, deviceIds: readonly string[]): Promise<ReadonlySet<string>>
  announce(notice: ChatNotice): void
}

/**
 * Notes in the timeline that chatbots are silent from now on because somebody wrote on the phone,
 * unless they were silent already. A server that is killed in between notes nothing; chatbots are
 * silent all the same.
 */
export function createNotePhoneWord({ db, clock, store, chatbotsOn, announce }: PhoneDeps) {
  return async (chat: ChatRow): Promise<void> => {
    const { id: chatId, user_id: workspaceId, device_id: deviceId, word_at } = chat
    if (chat.last_by !== 'phone' || chat.kind === 'group') return
    if (word_at === null || chat.handed_over_at !== null) return
    if (!(await chatbotsOn(db, [deviceId])).has(deviceId)) return
    const { botPause } = await rulesOf(db, workspaceId)
    const until = pausedUntil(chat, botPause, clock.now())
    if (until === null) return
    const entryId = await db.transaction().execute(async (tx) => {
      if (!(await store.lock(tx, chatId)) || (await wasSilent(tx, chatId, word_at))) return null
      return storeChatEntry(tx, {
        ...{ chatId, workspaceId, at: clock.now(), personId: null },
        kind: 'chatbot_paused',
        params: { until: new Date(until).toISOString() },
      })
    })
    if (entryId !== null) announce({ workspaceId, deviceId, chatId, entryIds: [entryId] })
  }
}

/** Whether the last pause that was noted had not ended when something was written. */
async function wasSilent(tx: Db, chatId: string, writtenAt: number): Promise<boolean> {
  const last = await tx
    .selectFrom('chat_entries')
    .select(['kind', 'params'])
    .where('chat_id', '=', chatId)
    .where('kind', 'in', ['chatbot_paused', 'chatbot_resumed'])
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (last?.kind !== 'chatbot_paused') return false
  const { until = '' } = JSON.parse(last.params) as { readonly until?: string }
  return Date.parse(until) > writtenAt
}

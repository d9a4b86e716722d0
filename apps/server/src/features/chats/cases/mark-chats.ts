import type { Db } from '../../../platform/database/database.ts'
import type { ChatRow, ChatsStore } from '../chats.ports.ts'
import type { ChatNotice } from '../live/announce.ts'

interface MarkDeps {
  readonly db: Db
  readonly store: Pick<ChatsStore, 'change'>
  announce(notice: ChatNotice): void
  /** Somebody has read a chat. */
  onRead(chat: ChatRow): void
}

/** What is read in Kirim; the phone has marks of its own. */
export function createChatMarks({ db, store, announce, onRead }: MarkDeps) {
  async function mark(chat: ChatRow, unread: number): Promise<void> {
    if (chat.unread === unread) return
    await store.change(db, chat.id, { unread })
    const { user_id: workspaceId, device_id: deviceId, id: chatId } = chat
    announce({ workspaceId, deviceId, chatId, entryIds: [] })
  }

  return {
    async read(chat: ChatRow): Promise<void> {
      await mark(chat, 0)
      onRead(chat)
    },
    unread: (chat: ChatRow) => mark(chat, Math.max(1, chat.unread)),
  }
}

export type ChatMarks = ReturnType<typeof createChatMarks>

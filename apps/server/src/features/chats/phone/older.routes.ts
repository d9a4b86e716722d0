import { askOlderMessages } from '@kirim/contract/chat-history'
import type { Sight } from '../../../platform/caller.ts'
import { DomainError } from '../../../platform/errors.ts'
import type { Route } from '../../../platform/http/routes.ts'
import type { ChatRow, ChatsStore } from '../chats.ports.ts'

interface OldestMessage {
  readonly chatJid: string
  /** The network's id. */
  readonly messageId: string
  readonly fromMe: boolean
  /** Epoch milliseconds. */
  readonly sentAt: number
}

interface OlderDeps {
  readonly store: Pick<ChatsStore, 'timeline'>
  /** Null when it is not there or not seen. */
  find(sight: Sight, id: string): Promise<ChatRow | null>
  /** Asks the phone of a number, on the node that has it. */
  askOlder(deviceId: string, oldest: OldestMessage): Promise<'came' | 'none' | 'away'>
}

/** Entries of a chat in which the oldest message is looked for. */
const LOOKED_AT = 20

/** Older messages of a chat, which its phone is asked for. */
export function olderRoutes(route: Route, { store, find, askOlder }: OlderDeps): void {
  /** Null in a chat without messages, before which nothing can be asked for. */
  async function oldestOf(chat: ChatRow): Promise<OldestMessage | null> {
    const after = { at: -1, hasLeft: false, id: '' }
    const query = { chatId: chat.id, before: null, after, limit: LOOKED_AT }
    const rows = await store.timeline(query)
    const oldest = rows.find(({ by, networkId }) => by !== 'note' && by !== 'event' && networkId)
    if (!oldest) return null
    return {
      chatJid: chat.jid,
      messageId: oldest.networkId,
      fromMe: oldest.by !== 'person',
      sentAt: oldest.at,
    }
  }

  route(askOlderMessages, async ({ caller, params }) => {
    const chat = await find(caller, params.id)
    if (!chat) throw new DomainError('chat_not_found')
    const oldest = await oldestOf(chat)
    return { outcome: oldest ? await askOlder(chat.device_id, oldest) : 'none' }
  })
}

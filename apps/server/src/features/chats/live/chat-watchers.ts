import type { EventArgs, ServerEventName } from '@kirim/contract/realtime'
import type { Caller } from '../../../platform/caller.ts'

/** A browser connection that has a chat open. */
export interface Watcher {
  readonly chatId: string
  readonly caller: Caller
  readonly isWriting: boolean
  /** When it last said so, in epoch milliseconds. */
  readonly at: number
  reply<E extends ServerEventName>(event: E, ...args: EventArgs<E>): void
}

/** The browser connections of this node that have chats open, each at most one. */
export function createChatWatchers() {
  const byConnection = new Map<string, Watcher>()
  const byChat = new Map<string, Set<string>>()

  /** Returns the chat that it had open; null for none. */
  function remove(connectionId: string): string | null {
    const known = byConnection.get(connectionId)
    if (!known) return null
    byConnection.delete(connectionId)
    const others = byChat.get(known.chatId)
    others?.delete(connectionId)
    if (others?.size === 0) byChat.delete(known.chatId)
    return known.chatId
  }

  return {
    remove,

    /** Returns the chat that it had open before; null for none. */
    set(connectionId: string, watcher: Watcher): string | null {
      const before = remove(connectionId)
      byConnection.set(connectionId, watcher)
      byChat.set(watcher.chatId, (byChat.get(watcher.chatId) ?? new Set()).add(connectionId))
      return before
    },

    of: (chatId: string): (readonly [connectionId: string, watcher: Watcher])[] =>
      [...(byChat.get(chatId) ?? [])].flatMap((id) => {
        const watcher = byConnection.get(id)
        return watcher ? [[id, watcher] as const] : []
      }),

    all: (): (readonly [connectionId: string, watcher: Watcher])[] => [...byConnection],
  }
}

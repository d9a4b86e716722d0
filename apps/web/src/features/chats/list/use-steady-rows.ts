import type { Chat } from '@kirim/contract/chats'
import { useState } from 'react'

interface Steady {
  /** The rows in their order on screen, each as it is now. */
  rows: readonly Chat[]
  /** How many new ones wait to be shown. */
  fresh: number
}

interface Hold {
  /** Whether a pointer or the focus is in the list. */
  isHeld: boolean
  /** Chats that the reader has changed: their rows leave at once. */
  acted: ReadonlySet<string>
  /** Another list is shown as it is. */
  listKey: string
}

/** The rows of a list that does not move while it is held. */
export function useSteadyRows(chats: readonly Chat[], { isHeld, acted, listKey }: Hold) {
  const [held, setHeld] = useState<{ listKey: string; rows: readonly Chat[] } | null>(null)
  if (isHeld && held?.listKey !== listKey) setHeld({ listKey, rows: chats })
  if (!isHeld && held) setHeld(null)
  const shown: Steady =
    isHeld && held?.listKey === listKey
      ? steadyRows(held.rows, chats, acted)
      : { rows: chats, fresh: 0 }
  return { ...shown, showFresh: () => setHeld({ listKey, rows: chats }) }
}

/**
 * The held rows as they are now, with those that others took out of the list, and what was loaded
 * below them.
 */
export function steadyRows(
  held: readonly Chat[],
  chats: readonly Chat[],
  acted: ReadonlySet<string>,
): Steady {
  const now = new Map(chats.map((chat) => [chat.id, chat]))
  const heldIds = new Set(held.map(({ id }) => id))
  const end = chats.findLastIndex(({ id }) => heldIds.has(id))
  const isNew = ({ id }: Chat) => !heldIds.has(id)
  const kept = held.filter(({ id }) => now.has(id) || !acted.has(id))
  const below = held.length === 0 ? [] : chats.slice(end + 1)
  return {
    rows: [...kept.map((chat) => withOwnPlace(now.get(chat.id), chat)), ...below],
    fresh: (held.length === 0 ? chats : chats.slice(0, end + 1)).filter(isNew).length,
  }
}

/** A held row stays in its group, whichever one its chat belongs to by now. */
function withOwnPlace(now: Chat | undefined, held: Chat): Chat {
  return now && now.queue !== held.queue ? { ...now, queue: held.queue } : (now ?? held)
}

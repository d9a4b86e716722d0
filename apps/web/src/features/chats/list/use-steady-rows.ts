import type { Chat } from '@kirim/contract/chats'
import { useState } from 'react'

interface Steady {
  /** The rows in their order on screen, each as it is now. */
  rows: readonly Chat[]
  /** How many new ones wait to be shown. */
  fresh: number
}

/**
 * The rows of a list that does not move while it is held, because a pointer or the focus is in it.
 * Another `key` shows the list as it is.
 */
export function useSteadyRows(chats: readonly Chat[], isHeld: boolean, key: string) {
  const [held, setHeld] = useState<{ key: string; rows: readonly Chat[] } | null>(null)
  if (isHeld && held?.key !== key) setHeld({ key, rows: chats })
  if (!isHeld && held) setHeld(null)
  const shown: Steady =
    isHeld && held?.key === key ? steadyRows(held.rows, chats) : { rows: chats, fresh: 0 }
  return { ...shown, showFresh: () => setHeld({ key, rows: chats }) }
}

/**
 * The held rows as they are now, those that left the list included, and what was loaded below
 * them.
 */
export function steadyRows(held: readonly Chat[], chats: readonly Chat[]): Steady {
  const now = new Map(chats.map((chat) => [chat.id, chat]))
  const heldIds = new Set(held.map(({ id }) => id))
  const end = chats.findLastIndex(({ id }) => heldIds.has(id))
  const isNew = ({ id }: Chat) => !heldIds.has(id)
  const below = held.length === 0 ? [] : chats.slice(end + 1)
  return {
    rows: [...held.map((chat) => withOwnPlace(now.get(chat.id), chat)), ...below],
    fresh: (held.length === 0 ? chats : chats.slice(0, end + 1)).filter(isNew).length,
  }
}

/** A held row stays in its group, whichever one its chat belongs to by now. */
function withOwnPlace(now: Chat | undefined, held: Chat): Chat {
  return now && now.queue !== held.queue ? { ...now, queue: held.queue } : (now ?? held)
}

import { useSyncExternalStore } from 'react'

/** Earlier acts concern rows that have long been shown as they are. */
const MOST = 500

let acted: ReadonlySet<string> = new Set()
const listeners = new Set<() => void>()

/** Says that the reader changes chats: that their rows move or leave is no surprise to them. */
export function noteOwnActs(chatIds: readonly string[]): void {
  acted = new Set([...acted, ...chatIds].slice(-MOST))
  for (const listener of listeners) listener()
}

/** The chats that the reader has changed. */
export function useOwnActs(): ReadonlySet<string> {
  return useSyncExternalStore(listen, () => acted)
}

function listen(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

import { useSyncExternalStore } from 'react'

let acts = 0
const listeners = new Set<() => void>()

/** Says that the reader has changed a chat: what follows in the list is no surprise to them. */
export function noteOwnAct(): void {
  acts += 1
  for (const listener of listeners) listener()
}

/** How often the reader has changed a chat. */
export function useOwnActs(): number {
  return useSyncExternalStore(listen, () => acts)
}

function listen(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

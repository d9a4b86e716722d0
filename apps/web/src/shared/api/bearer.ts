/** The token that calls are made with, and who wants to know when the server no longer takes it. */
let token: string | null = null
const listeners = new Set<() => void>()

export function setBearer(next: string | null): void {
  token = next
}

export function currentBearer(): string | null {
  return token
}

/** Calls back when a signed-in call is answered 401; returns what ends it. */
export function onSessionRefused(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** A late answer to a call made with an older token says nothing about this session. */
export function sessionRefused(usedToken: string): void {
  if (usedToken !== token) return
  for (const listener of listeners) listener()
}

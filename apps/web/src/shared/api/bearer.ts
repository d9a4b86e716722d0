/** The token that calls are made with, and who wants to know when the server no longer takes it. */
let token: string | null = null
const listeners = new Set<(token: string) => void>()
const forbiddenListeners = new Set<() => void>()

export function setBearer(next: string | null): void {
  token = next
}

export function currentBearer(): string | null {
  return token
}

/** Calls back when a signed-in call is answered 401, with its token; returns what ends it. */
export function onSessionRefused(listener: (token: string) => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** A late answer to a call made with an older token says nothing about this session. */
export function sessionRefused(usedToken: string): void {
  if (usedToken !== token) return
  for (const listener of listeners) listener(token)
}

/**
 * Calls back when a signed-in call is answered 403:
 * what this user may do has changed; returns what ends it.
 */
export function onForbidden(listener: () => void): () => void {
  forbiddenListeners.add(listener)
  return () => forbiddenListeners.delete(listener)
}

/** As `sessionRefused`, for what the user may not do. */
export function reportForbidden(usedToken: string): void {
  if (usedToken !== token) return
  for (const listener of forbiddenListeners) listener()
}

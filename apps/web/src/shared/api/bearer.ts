/** The token of the current session, and the listeners for its refusal. */
let token: string | null = null
const listeners = new Set<(token: string) => void>()
const forbiddenListeners = new Set<() => void>()

export function setBearer(next: string | null): void {
  token = next
}

export function currentBearer(): string | null {
  return token
}

/**
 * Subscribes to 401 answers of signed-in calls, with the token they used. Returns the unsubscribe
 * function.
 */
export function onSessionRefused(listener: (token: string) => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Ignores answers to calls made with an older token. */
export function sessionRefused(usedToken: string): void {
  if (usedToken !== token) return
  for (const listener of listeners) listener(token)
}

/**
 * Subscribes to 403 answers of signed-in calls, which mean that the user's permissions changed.
 * Returns the unsubscribe function.
 */
export function onForbidden(listener: () => void): () => void {
  forbiddenListeners.add(listener)
  return () => forbiddenListeners.delete(listener)
}

/** Like `sessionRefused`, for 403 answers. */
export function reportForbidden(usedToken: string): void {
  if (usedToken !== token) return
  for (const listener of forbiddenListeners) listener()
}

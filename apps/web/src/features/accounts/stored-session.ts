import type { Session } from '@kirim/contract/accounts'
import { browserStore, onStorageChange } from '#shared/storage/text-store.ts'

const TOKEN = 'token'
const USER_INFO = 'userInfo'
/**
 * The last token ended by the server, until the next sign-in: tells other tabs that the user did
 * not sign out.
 */
const ENDED = 'endedToken'

/** Subscribes to changes of the session in other tabs. Returns the unsubscribe function. */
export function onSessionChange(listener: () => void): () => void {
  return onStorageChange([TOKEN, USER_INFO], listener)
}

/**
 * Restores the session of an earlier visit when both the record and the token exist
 * [4.auth.restore]. An invalid record is logged, and both are removed.
 */
export function readStoredSession(): Session | null {
  const record = browserStore.get(USER_INFO)
  const token = browserStore.get(TOKEN)
  if (!record || !token) return null
  try {
    // The token in the record has precedence: while another tab stores a session, the other key may
    // still hold the previous one.
    const session: Session = { token, ...JSON.parse(record) }
    // The schemas are loaded only with the first call, which then replaces the record.
    if (typeof session._id !== 'string') throw new TypeError('The stored user has no id.')
    return session
  } catch {
    // biome-ignore lint/suspicious/noConsole: [8.corrupt] asks for this log line.
    console.error('Gagal memparse data pengguna dari localStorage')
    clearStoredSession()
    return null
  }
}

export function storeSession(session: Session): void {
  browserStore.remove(ENDED)
  browserStore.set(USER_INFO, JSON.stringify(session))
  browserStore.set(TOKEN, session.token)
}

/** Clears the session and tells other tabs that the server ended its token. */
export function clearEndedSession(token: string): void {
  browserStore.set(ENDED, token)
  clearStoredSession()
}

/** Whether any tab has found that the server ended this token. */
export function isKnownToHaveEnded(token: string): boolean {
  return browserStore.get(ENDED) === token
}

export function clearStoredSession(): void {
  browserStore.remove(USER_INFO)
  browserStore.remove(TOKEN)
}

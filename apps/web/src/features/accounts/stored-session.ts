import type { Session } from '@kirim/contract/accounts'
import { browserStore, onStoredElsewhere } from '#shared/storage/text-store.ts'

const TOKEN = 'token'
const USER_INFO = 'userInfo'
/**
 * The last token that the server has ended, until somebody signs in:
 * it tells other tabs that nobody logged out.
 */
const ENDED = 'endedToken'

/** Calls back when another tab has signed in or out, or has another token; returns what ends it. */
export function onSessionStoredElsewhere(listener: () => void): () => void {
  return onStoredElsewhere([TOKEN, USER_INFO], listener)
}

/**
 * The session of an earlier visit, when both the record and the token are there [4.auth.restore].
 * A record that cannot be read is logged, and both are removed.
 */
export function readStoredSession(): Session | null {
  const record = browserStore.get(USER_INFO)
  const token = browserStore.get(TOKEN)
  if (!record || !token) return null
  try {
    // The record's own token comes first: while another tab stores a session,
    // the other key may be of the last one.
    return sessionIn({ token, ...JSON.parse(record) })
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

/** Clears the session, and says to the other tabs that its token was ended by the server. */
export function clearEndedSession(token: string): void {
  browserStore.set(ENDED, token)
  clearStoredSession()
}

/** Whether the server has ended this token, as far as any tab has found out. */
export function isKnownToHaveEnded(token: string): boolean {
  return browserStore.get(ENDED) === token
}

export function clearStoredSession(): void {
  browserStore.remove(USER_INFO)
  browserStore.remove(TOKEN)
}

const isText = (value: unknown) => typeof value === 'string'

/**
 * By hand, since the schemas come only with the first call;
 * the type holds it to all fields of a session.
 */
const fields: { readonly [Name in keyof Session]-?: (value: unknown) => boolean } = {
  _id: isText,
  name: isText,
  email: isText,
  role: (value) => value === 'user' || value === 'admin',
  membershipPlan: isText,
  defaultCountry: isText,
  createdAt: isText,
  token: isText,
}

/** @throws for what is no session. */
function sessionIn(record: Record<string, unknown>): Session {
  const entries = Object.entries(fields).map(([name, holds]) => {
    if (!holds(record[name])) throw new TypeError(`The stored user has no ${name}.`)
    return [name, record[name]]
  })
  return Object.fromEntries(entries) as Session
}

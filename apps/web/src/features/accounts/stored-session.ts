import { Session } from '@kirim/contract/accounts'

const TOKEN = 'token'
const USER_INFO = 'userInfo'

/** True for the storage keys that another tab changes when it signs in or out. */
export function isSessionKey(key: string | null): boolean {
  return key === null || key === TOKEN || key === USER_INFO
}

/**
 * The session of an earlier visit, when both the record and the token are there (SPEC §4).
 * A record that cannot be read is logged, and both are removed.
 */
export function readStoredSession(): Session | null {
  const record = localStorage.getItem(USER_INFO)
  const token = localStorage.getItem(TOKEN)
  if (!record || !token) return null
  try {
    return Session.parse({ ...JSON.parse(record), token })
  } catch {
    // biome-ignore lint/suspicious/noConsole: SPEC §8 asks for this log line.
    console.error('Gagal memparse data pengguna dari localStorage')
    clearStoredSession()
    return null
  }
}

export function storeSession(session: Session): void {
  localStorage.setItem(USER_INFO, JSON.stringify(session))
  localStorage.setItem(TOKEN, session.token)
}

export function clearStoredSession(): void {
  localStorage.removeItem(USER_INFO)
  localStorage.removeItem(TOKEN)
}

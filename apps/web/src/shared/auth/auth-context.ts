import type { Session } from '@kirim/contract/accounts'
import { createContext, useContext } from 'react'

/** `endedBy`: whether the user signed out or the server refused the token. */
export type AuthState =
  | { status: 'loading'; user: null; endedBy: null }
  | { status: 'anonymous'; user: null; endedBy: 'user' | 'server' | null }
  | { status: 'authenticated'; user: Session; endedBy: null }

interface AuthActions {
  /** Stores the session of a sign-in; later calls use its token. */
  signIn: (session: Session) => void
  /**
   * Stores the session returned by a profile update [4.auth.profile], unless its user has signed
   * out meanwhile. `usedToken` is the token of that call: when the server returned the same one,
   * the current token is kept, which may be newer.
   */
  updateSession: (session: Session, usedToken: string) => void
  /** Reloads the signed-in user from the server, because the plan or role may have changed. */
  readAccountAgain: () => void
  /** Revokes the token at the server, if it can be reached, and forgets the session. */
  signOut: () => void
  /**
   * Forgets the session after the server refused this token, unless the session has a newer token.
   */
  sessionEnded: (token: string) => void
}

export type Auth = AuthState & AuthActions

export const AuthContext = createContext<Auth | null>(null)

/** @throws outside an AuthProvider. */
export function useAuth(): Auth {
  const auth = useContext(AuthContext)
  if (!auth) throw new Error('useAuth mesti digunakan di dalam AuthProvider')
  return auth
}

/** The signed-in user, for pages of the signed-in area. @throws where nobody is signed in. */
export function useUser(): Session {
  const { user } = useAuth()
  if (!user) throw new Error('useUser mesti digunakan selepas log masuk')
  return user
}

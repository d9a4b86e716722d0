import type { Session } from '@kirim/contract/accounts'
import { createContext, useContext } from 'react'

/**
 * `endedBy` says why nobody is signed in: by choice,
 * or because the server no longer takes the token.
 */
export type AuthState =
  | { status: 'loading'; user: null; endedBy: null }
  | { status: 'anonymous'; user: null; endedBy: 'user' | 'server' | null }
  | { status: 'authenticated'; user: Session; endedBy: null }

interface AuthActions {
  /** Stores the session of a sign-in and makes every later call with its token. */
  signIn: (session: Session) => void
  /**
   * Stores what a profile update returned, in the same way [4.auth.profile]; nothing once its user
   * has left. `askedWith` is the token of that call: where it came back as it was, the one of now
   * stays, which may be newer.
   */
  updateSession: (session: Session, askedWith: string) => void
  /** Asks the server who is signed in: a plan or a role may have changed. */
  readAccountAgain: () => void
  /** Revokes the token at the server as well as may be, and forgets the session. */
  signOut: () => void
  /**
   * The server has ended this token: forgets the session, unless it has gone on with another token.
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

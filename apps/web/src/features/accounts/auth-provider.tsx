import { logout, type Session, User } from '@kirim/contract/accounts'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import { onSessionRefused, setBearer } from '#shared/api/bearer.ts'
import { request } from '#shared/api/request.ts'
import { AuthContext, type AuthState } from '#shared/auth/auth-context.ts'
import { forgetDrafts } from '#shared/forms/drafts.ts'
import {
  clearStoredSession,
  isSessionKey,
  readStoredSession,
  storeSession,
} from './stored-session.ts'
import { useAccountReader } from './use-account-reader.ts'

/** Who is signed in: restored at the start, stored on sign-in, cleared on sign-out (SPEC §4 Auth). */
export function AuthProvider({ children }: { children: ReactNode }) {
  const queryClient = useQueryClient()
  const [state, setState] = useState<AuthState>({ status: 'loading', user: null, endedBy: null })
  const current = useRef<Session | null>(null)

  const take = (session: Session | null, endedBy: 'user' | 'server' | null = null) => {
    // Nothing that one user has loaded may be shown to another one.
    if (session?._id !== current.current?._id) queryClient.clear()
    current.current = session
    setBearer(session?.token ?? null)
    setState(
      session
        ? { status: 'authenticated', user: session, endedBy: null }
        : { status: 'anonymous', user: null, endedBy },
    )
  }

  const updateSession = (session: Session) => {
    storeSession(session)
    take(session)
  }

  const signIn = (session: Session) => {
    forgetDrafts(session._id)
    updateSession(session)
  }

  const end = (by: 'user' | 'server') => {
    clearStoredSession()
    // Whose session the server ended may come back to what they were typing.
    if (by === 'user') forgetDrafts()
    take(null, by)
  }

  const signOut = () => {
    // Sent with the token that is about to be forgotten; whether it arrives changes nothing here.
    request(logout).catch(() => undefined)
    end('user')
  }

  const sessionEnded = () => end('server')

  const restore = useEffectEvent(() => take(readStoredSession()))
  const refused = useEffectEvent(sessionEnded)
  const readAccountAgain = useAccountReader(state.user?.token, (account: User) => {
    if (state.user && differs(account, state.user)) updateSession({ ...state.user, ...account })
  })

  useEffect(() => restore(), [])
  useEffect(() => onSessionRefused(() => refused()), [])
  useEffect(() => {
    const onStorage = (event: StorageEvent) => {
      if (!isSessionKey(event.key)) return
      if (!readStoredSession()) forgetDrafts()
      restore()
    }
    window.addEventListener('storage', onStorage)
    return () => window.removeEventListener('storage', onStorage)
  }, [])
  return (
    <AuthContext
      value={{ ...state, signIn, updateSession, readAccountAgain, signOut, sessionEnded }}
    >
      {children}
    </AuthContext>
  )
}

function differs(account: User, known: Session): boolean {
  return JSON.stringify(User.parse(known)) !== JSON.stringify(User.parse(account))
}

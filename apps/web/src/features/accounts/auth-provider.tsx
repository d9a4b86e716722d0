import { logout, profile, type Session } from '@kirim/contract/accounts'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
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

/** Who is signed in: restored at the start, stored on sign-in, cleared on sign-out (SPEC §4 Auth). */
export function AuthProvider({ children }: { children: ReactNode }) {
  const queryClient = useQueryClient()
  const [state, setState] = useState<AuthState>({ status: 'loading', user: null, endedBy: null })
  const token = state.user?.token

  const take = (session: Session | null, endedBy: 'user' | 'server' | null = null) => {
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
    // Nothing an earlier user has loaded may be shown to this one.
    queryClient.clear()
    forgetDrafts(session._id)
    updateSession(session)
  }

  const end = (by: 'user' | 'server') => {
    clearStoredSession()
    // Whose session the server ended may come back to what they were typing.
    if (by === 'user') forgetDrafts()
    take(null, by)
    queryClient.clear()
  }

  const signOut = () => {
    // Sent with the token that is about to be forgotten; whether it arrives changes nothing here.
    request(logout).catch(() => undefined)
    end('user')
  }

  const sessionEnded = () => end('server')

  const restore = useEffectEvent(() => take(readStoredSession()))
  const refused = useEffectEvent(sessionEnded)
  const refresh = useEffectEvent((current: Session) => updateSession(current))

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
  useEffect(() => {
    if (!token) return
    // A plan or a role may have changed since the record was stored.
    const controller = new AbortController()
    request(profile, {}, { signal: controller.signal })
      .then((user) => refresh({ ...user, token }))
      .catch(() => undefined)
    return () => controller.abort()
  }, [token])

  return (
    <AuthContext value={{ ...state, signIn, updateSession, signOut, sessionEnded }}>
      {children}
    </AuthContext>
  )
}

import type { Session, User } from '@kirim/contract/accounts'
import { type ReactNode, startTransition, useEffect, useEffectEvent, useRef, useState } from 'react'
import { onSessionRefused, setBearer } from '#shared/api/bearer.ts'
import { AuthContext, type AuthState } from '#shared/auth/auth-context.ts'
import { forgetDrafts } from '#shared/forms/drafts.ts'
import { revokeToken } from './revoke-token.ts'
import {
  clearEndedSession,
  clearStoredSession,
  isKnownToHaveEnded,
  onSessionChange,
  readStoredSession,
  storeSession,
} from './stored-session.ts'
import { useAccountRefresh } from './use-account-refresh.ts'

/** Provides the session: restored on load, stored at sign-in, cleared at sign-out [4.auth]. */
export function AuthProvider({ children }: { children: ReactNode }) {
  const [state, setState] = useState<AuthState>({ status: 'loading', user: null, endedBy: null })
  const current = useRef<Session | null>(null)
  /** The id of this tab's user: kept when the server ends the session, null after a sign-out. */
  const owner = useRef<string | null>(null)

  const show = (session: Session | null, endedBy: 'user' | 'server' | null = null) => {
    current.current = session
    if (endedBy !== 'server') owner.current = session?._id ?? null
    setBearer(session?.token ?? null)
    setState(
      session
        ? { status: 'authenticated', user: session, endedBy: null }
        : { status: 'anonymous', user: null, endedBy },
    )
  }

  const store = (session: Session) => {
    storeSession(session)
    show(session)
  }

  const signIn = (session: Session) => {
    forgetDrafts(session._id)
    store(session)
  }

  const updateSession = (session: Session, usedToken: string) => {
    // A late answer may belong to a user who has signed out, or to a token that was replaced.
    if (session._id !== owner.current) return
    if (session.token !== usedToken) return store(session)
    // Another tab may have stored a newer token; this one may have ended.
    const stored = readStoredSession()
    if (stored?._id === session._id) store({ ...session, token: stored.token })
  }

  /** All tabs follow the shared storage. */
  const follow = () => {
    const stored = readStoredSession()
    const { token } = current.current ?? {}
    if (stored) {
      forgetDrafts(stored._id)
      show(stored)
    } else if (token && isKnownToHaveEnded(token)) show(null, 'server')
    else if (token) {
      forgetDrafts()
      show(null)
    }
  }

  const signOut = () => {
    revokeToken()
    clearStoredSession()
    forgetDrafts()
    show(null, 'user')
  }

  const sessionEnded = (token: string) => {
    if (token !== current.current?.token) return
    // Another tab may have a newer token, or have cleared this one already. Drafts are kept,
    // because the user may return.
    if (readStoredSession()?.token === token) clearEndedSession(token)
    follow()
  }

  // All pages are below this component: a transition renders them in slices and keeps slow phones
  // responsive.
  const restore = useEffectEvent(() => startTransition(() => show(readStoredSession())))
  const followNow = useEffectEvent(follow)
  const refused = useEffectEvent(sessionEnded)
  const readAccountAgain = useAccountRefresh(state.user?.token, (account: User) => {
    const { user } = state
    // Ignores an answer to a token that has since been replaced.
    if (!user || readStoredSession()?.token !== user.token) return
    if (differs(account, user)) updateSession({ ...user, ...account }, user.token)
  })

  useEffect(() => restore(), [])
  useEffect(() => onSessionRefused((token) => refused(token)), [])
  useEffect(() => onSessionChange(() => followNow()), [])
  return (
    <AuthContext
      value={{ ...state, signIn, updateSession, readAccountAgain, signOut, sessionEnded }}
    >
      {children}
    </AuthContext>
  )
}

function differs(account: User, known: Session): boolean {
  const names = Object.keys(account) as (keyof User)[]
  return names.some((name) => account[name] !== known[name])
}

// @vitest-environment jsdom
import type { Session } from '@kirim/contract/accounts'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { currentBearer, reportForbidden, sessionRefused } from '#shared/api/bearer.ts'
import { type Auth, useAuth } from '#shared/auth/auth-context.ts'
import { draftKey } from '#shared/forms/drafts.ts'
import { AuthProvider } from './auth-provider.tsx'

const session: Session = {
  _id: 'u1',
  name: 'Aisyah',
  email: 'aisyah@kedaikopipagi.example',
  role: 'user',
  membershipPlan: 'Free',
  defaultCountry: 'MY',
  createdAt: '2026-11-01T00:00:00.000Z',
  token: 'token-1',
}

const calls: { url: string; authorization: string | null }[] = []
const consoleError = vi.spyOn(console, 'error')
let auth: Auth | null = null

function Probe() {
  auth = useAuth()
  return (
    <p>
      {auth.status} {auth.user?.name} {auth.endedBy}
      <b>{auth.user && `${auth.user.role} ${auth.user.membershipPlan}`}</b>
    </p>
  )
}

function start(): void {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <AuthProvider>
        <Probe />
      </AuthProvider>
    </QueryClientProvider>,
  )
}

function store(userInfo: string, token: string | null = session.token): void {
  localStorage.setItem('userInfo', userInfo)
  if (token) localStorage.setItem('token', token)
}

function stored(): [userInfo: string | null, token: string | null] {
  return [localStorage.getItem('userInfo'), localStorage.getItem('token')]
}

beforeEach(() => {
  localStorage.clear()
  calls.length = 0
  consoleError.mockReset().mockImplementation(() => undefined)
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    calls.push({ url, authorization: new Headers(init.headers).get('authorization') })
    throw new TypeError('No network in this test.')
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

describe('at the start', () => {
  it('restores the stored user and makes calls with the stored token', () => {
    store(JSON.stringify(session))
    start()
    screen.getByText('authenticated Aisyah')
    expect(currentBearer()).toBe('token-1')
  })

  it.each([
    ['no token', () => store(JSON.stringify(session), null)],
    ['no record', () => localStorage.setItem('token', 'token-1')],
  ])('nobody is signed in with %s', (_name, arrange) => {
    arrange()
    start()
    screen.getByText('anonymous')
    expect(currentBearer()).toBeNull()
    expect(consoleError).not.toHaveBeenCalled()
  })

  it.each([
    ['not JSON', '{"name":'],
    ['JSON of another shape', '{"name":"Aisyah"}'],
  ])(
    'a record that is %s is logged, and both items are removed [4.auth.corrupt] [8.corrupt]',
    (_name, record) => {
      store(record)
      start()
      screen.getByText('anonymous')
      expect(consoleError).toHaveBeenCalledExactlyOnceWith(
        'Gagal memparse data pengguna dari localStorage',
      )
      expect(stored()).toEqual([null, null])
    },
  )
})

describe('later', () => {
  it('a sign-in is stored', () => {
    start()
    act(() => auth?.signIn(session))
    screen.getByText('authenticated Aisyah')
    expect(stored()).toEqual([JSON.stringify(session), 'token-1'])
  })

  it('a sign-out clears the session and revokes the token at the server', () => {
    store(JSON.stringify(session))
    start()
    act(() => auth?.signOut())
    screen.getByText('anonymous user')
    expect(stored()).toEqual([null, null])
    expect(currentBearer()).toBeNull()
    expect(calls.at(-1)).toEqual({ url: '/api/users/logout', authorization: 'Bearer token-1' })
  })

  it('a token that the server refuses ends the session', () => {
    store(JSON.stringify(session))
    start()
    act(() => sessionRefused('token-1'))
    screen.getByText('anonymous server')
    expect(stored()).toEqual([null, null])
  })

  it('a sign-out in another tab ends it here as well', () => {
    store(JSON.stringify(session))
    start()
    localStorage.clear()
    act(() => window.dispatchEvent(new StorageEvent('storage', { key: null })))
    screen.getByText('anonymous')
  })
})

it('without browser storage, a sign-in lasts for the visit', () => {
  const closed = vi.spyOn(window, 'localStorage', 'get').mockImplementation(() => {
    throw new DOMException('denied', 'SecurityError')
  })
  start()
  screen.getByText('anonymous')
  act(() => auth?.signIn(session))
  act(() => auth?.updateSession({ ...session, token: 'token-2' }, 'token-1'))
  screen.getByText('authenticated Aisyah')
  act(() => auth?.sessionEnded('token-2'))
  screen.getByText('anonymous server')
  closed.mockRestore()
  expect(localStorage).toHaveLength(0)
})

describe('another tab of the same browser', () => {
  const own = draftKey('campaign/new', 'u1')
  const elsewhere = (work: () => void) => {
    work()
    act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'token' })))
  }
  const drafts = () => Object.keys(sessionStorage)
  const renewed = { ...session, token: 'token-2' }
  beforeEach(() => {
    sessionStorage.clear()
    sessionStorage.setItem(own, '{}')
    store(JSON.stringify(session))
    start()
  })

  it('passes on a new token, and input stays', () => {
    elsewhere(() => store(JSON.stringify(renewed), 'token-2'))
    screen.getByText('authenticated Aisyah')
    expect([currentBearer(), drafts()]).toEqual(['token-2', [own]])
  })

  it.each(['before its storing is heard of', 'amid its storing'])(
    'has a new token, and the end of the old one, told %s, is no end of the session',
    (when) => {
      store(JSON.stringify(renewed), when.startsWith('amid') ? 'token-1' : 'token-2')
      act(() => auth?.sessionEnded('token-1'))
      screen.getByText('authenticated Aisyah')
      expect(currentBearer()).toBe('token-2')
      act(() => auth?.sessionEnded('token-1'))
      expect([currentBearer(), stored()[0]]).toEqual(['token-2', JSON.stringify(renewed)])
    },
  )

  it('has a new token, which a late answer to the old one does not replace', async () => {
    const { token: _, ...account } = session
    vi.stubGlobal('fetch', async () => new Response(JSON.stringify({ ...account, name: 'Siti' })))
    store(JSON.stringify(renewed), 'token-2')
    await act(async () => auth?.readAccountAgain())
    expect(stored()[1]).toBe('token-2')
  })

  it('has a new token, which a late answer to a rename does not replace', () => {
    store(JSON.stringify(renewed), 'token-2')
    act(() => auth?.updateSession({ ...session, name: 'Siti' }, 'token-1'))
    screen.getByText('authenticated Siti')
    expect([currentBearer(), stored()[1]]).toEqual(['token-2', 'token-2'])
  })

  it('finds the session ended, which a late answer to a rename does not restore', () => {
    act(() => auth?.sessionEnded('token-1'))
    act(() => auth?.updateSession({ ...session, name: 'Siti' }, 'token-1'))
    screen.getByText('anonymous server')
    expect(stored()).toEqual([null, null])
  })

  it('finds the session ended by the server: input is kept and the reason is shown', () => {
    // The other tab has already updated the storage.
    act(() => auth?.sessionEnded('token-1'))
    const left = { ...localStorage }
    cleanup()
    store(JSON.stringify(session))
    start()
    elsewhere(() => {
      localStorage.clear()
      for (const [key, value] of Object.entries(left)) localStorage.setItem(key, value)
    })
    screen.getByText('anonymous server')
    expect(drafts()).toEqual([own])
    act(() => auth?.signIn(renewed))
    expect(Object.keys(localStorage).sort()).toEqual(['token', 'userInfo'])
  })

  it('a sign-out is not reported as ended by the server', () => {
    localStorage.clear()
    act(() => auth?.sessionEnded('token-1'))
    screen.getByText('anonymous')
    expect(drafts()).toEqual([])
  })

  it('finds the old token ended before the new one arrives: the new token is used', () => {
    act(() => auth?.sessionEnded('token-1'))
    act(() => auth?.updateSession(renewed, 'token-1'))
    screen.getByText('authenticated Aisyah')
    expect(stored()[1]).toBe('token-2')
  })

  it('signs out, and a profile saved meanwhile does not sign in again', () => {
    elsewhere(() => localStorage.clear())
    act(() => auth?.updateSession(renewed, 'token-1'))
    screen.getByText('anonymous')
    expect(stored()).toEqual([null, null])
  })
})

describe('a plan or a role that an admin changes', () => {
  const { token: _, ...account } = session
  const now = { ...account, role: 'admin', membershipPlan: 'Pro' }
  const asks = () => calls.filter(({ url }) => url === '/api/users/profile').length
  beforeEach(() => store(JSON.stringify(session)))

  it.each([
    ['the server tells of it', () => auth?.readAccountAgain()],
    ['the window is come back to', () => void window.dispatchEvent(new Event('focus'))],
    ['a call was forbidden', () => reportForbidden('token-1')],
  ])(
    'counts once %s, without a reload, and is kept [7.realtime.account]',
    async (_when, happens) => {
      start()
      screen.getByText('user Free')
      vi.stubGlobal('fetch', async () => new Response(JSON.stringify(now)))
      act(happens)
      await screen.findByText('admin Pro')
      expect(JSON.parse(localStorage.getItem('userInfo') ?? '')).toEqual({
        ...now,
        token: 'token-1',
      })
      expect(stored()[1]).toBe('token-1')
    },
  )

  it('is loaded with the current token only', async () => {
    start()
    await expect.poll(asks).toBe(1)
    act(() => reportForbidden('token-0'))
    expect(asks()).toBe(1)
  })

  it('is not loaded when nobody is signed in', () => {
    localStorage.clear()
    start()
    act(() => void window.dispatchEvent(new Event('focus')))
    expect(calls).toEqual([])
  })
})

describe('unsaved input', () => {
  const own = draftKey('campaign/new', 'u1')
  beforeEach(() => {
    sessionStorage.clear()
    sessionStorage.setItem(own, '{}')
  })
  const left = () => Object.keys(sessionStorage)
  const signedIn = () => {
    store(JSON.stringify(session))
    start()
  }

  it('is removed at a sign-out', () => {
    signedIn()
    act(() => auth?.signOut())
    expect(left()).toEqual([])
  })

  it('is removed at a sign-out in another tab', () => {
    signedIn()
    localStorage.clear()
    act(() => window.dispatchEvent(new StorageEvent('storage', { key: null })))
    expect(left()).toEqual([])
  })

  it('is kept for a user signed out by the server, and for nobody else', () => {
    signedIn()
    act(() => sessionRefused('token-1'))
    expect(left()).toEqual([own])
    act(() => auth?.signIn(session))
    expect(left()).toEqual([own])
    act(() => sessionRefused('token-1'))
    act(() => auth?.signIn({ ...session, _id: 'u2' }))
    expect(left()).toEqual([])
  })
})

it('the helper throws in Malay outside its provider [8.auth-outside]', () => {
  expect(() => render(<Probe />)).toThrow('useAuth mesti digunakan di dalam AuthProvider')
})

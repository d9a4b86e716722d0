// @vitest-environment jsdom
import type { Session } from '@kirim/contract/accounts'
import { renderHook } from '@testing-library/react'
import { act } from 'react'
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { setBearer } from '#shared/api/bearer.ts'
import { loginDraft } from '#shared/auth/login-draft.ts'
import { useLinkSecret } from '#shared/auth/use-link-secret.ts'
import { revokeToken } from './revoke-token.ts'
import {
  clearEndedSession,
  clearStoredSession,
  isKnownToHaveEnded,
  onSessionChange,
  readStoredSession,
  storeSession,
} from './stored-session.ts'

const session: Session = {
  _id: 'u1',
  name: 'Aisyah',
  email: 'aisyah@kedaikopipagi.example',
  role: 'user',
  membershipPlan: 'Free',
  defaultCountry: 'MY',
  createdAt: '2026-11-01T00:00:00.000Z',
  token: 't1',
}

const log = vi.spyOn(console, 'error')
afterAll(() => log.mockRestore())
beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
  log.mockReset().mockImplementation(() => undefined)
})
afterEach(() => {
  setBearer(null)
  vi.unstubAllGlobals()
})

describe('a stored session', () => {
  it('is restored unchanged, and removed when cleared', () => {
    storeSession(session)
    expect(readStoredSession()).toEqual(session)
    clearStoredSession()
    expect(readStoredSession()).toBeNull()
    expect(localStorage.length).toBe(0)
  })

  it('has the token of its record: the other key may still hold the previous one', () => {
    storeSession(session)
    localStorage.setItem('token', 'older')
    expect(readStoredSession()?.token).toBe('t1')
  })

  it('of an older version, without a token in the record, uses the other key', () => {
    const { token: _token, ...record } = session
    localStorage.setItem('userInfo', JSON.stringify(record))
    localStorage.setItem('token', 't0')
    expect(readStoredSession()).toEqual({ ...session, token: 't0' })
  })

  it.each<[string, unknown]>([
    ['without an id', { ...session, _id: undefined }],
    ['that is a list', [session]],
    ['that is null', null],
    ['that is a text', 'Aisyah'],
  ])('%s is none: it is logged, without a word of it, and removed', (_what, record) => {
    localStorage.setItem('userInfo', JSON.stringify(record))
    localStorage.setItem('token', 't1')
    expect(readStoredSession()).toBeNull()
    expect(log.mock.calls).toEqual([['Gagal memparse data pengguna dari localStorage']])
    expect(localStorage.length).toBe(0)
  })
})

describe('a token that the server has ended', () => {
  it('is known to every tab until the next sign-in', () => {
    storeSession(session)
    clearEndedSession('t1')
    expect([readStoredSession(), isKnownToHaveEnded('t1'), isKnownToHaveEnded('t2')]).toEqual([
      null,
      true,
      false,
    ])
    storeSession({ ...session, token: 't2' })
    expect(isKnownToHaveEnded('t1')).toBe(false)
  })
})

describe('another tab', () => {
  const changeStorage = (key: string | null) =>
    window.dispatchEvent(new StorageEvent('storage', { key, storageArea: localStorage }))

  it.each([
    ['token', 1],
    ['userInfo', 1],
    ['theme', 0],
  ])('that changes %s is heard of so often: %i', (key, times) => {
    const listener = vi.fn()
    const stop = onSessionChange(listener)
    changeStorage(key)
    stop()
    changeStorage(key)
    expect(listener).toHaveBeenCalledTimes(times)
  })
})

describe('the secret of a link', () => {
  const secretAt = (hash: string) => {
    window.history.replaceState(null, '', `/register${hash}`)
    return renderHook(() => useLinkSecret('invitation'))
  }

  it.each([
    ['', ''],
    ['#', ''],
    ['#invitation=', ''],
    ['#token=t1', ''],
    ['#invitation=a1-_', 'a1-_'],
    ['#x=1&invitation=a%20b', 'a b'],
  ])('behind %j is %j', (hash, secret) => {
    expect(secretAt(hash).result.current).toBe(secret)
  })

  it('follows a link that is pasted into the same tab', () => {
    const { result } = secretAt('#invitation=old')
    act(() => {
      window.history.replaceState(null, '', '/register#invitation=new')
      window.dispatchEvent(new HashChangeEvent('hashchange'))
    })
    expect(result.current).toBe('new')
  })
})

describe('revoking a token', () => {
  it('is sent even while the page closes, and ignores failures', async () => {
    const fetchCalls: unknown[] = []
    const unhandled = vi.fn()
    process.once('unhandledRejection', unhandled)
    // A mock of vitest would take care of what fails.
    vi.stubGlobal('fetch', (...call: unknown[]) => {
      fetchCalls.push(call)
      return Promise.reject(new TypeError('no line'))
    })
    setBearer('t1')
    revokeToken()
    await new Promise(setImmediate)
    process.off('unhandledRejection', unhandled)
    expect(unhandled).not.toHaveBeenCalled()
    const headers = { authorization: 'Bearer t1' }
    expect(fetchCalls).toEqual([
      ['/api/users/logout', { method: 'POST', headers, keepalive: true }],
    ])
  })

  it('does nothing when nobody is signed in', () => {
    const fetchCalls = vi.fn()
    vi.stubGlobal('fetch', fetchCalls)
    revokeToken()
    expect(fetchCalls).not.toHaveBeenCalled()
  })
})

describe('the e-mail of an unfinished sign-in', () => {
  it('is stored while typing, and removed when the field is emptied', () => {
    loginDraft.write('a@b.example')
    expect(loginDraft.read()).toBe('a@b.example')
    expect(sessionStorage.length).toBe(1)
    loginDraft.write('')
    expect([loginDraft.read(), sessionStorage.length]).toEqual(['', 0])
  })

  it.each(['{', 'null', '7', '{"email":7}', '["a"]'])('is none when %s is kept', (stored) => {
    loginDraft.write('a@b.example')
    const key = sessionStorage.key(0) ?? ''
    sessionStorage.setItem(key, stored)
    expect(loginDraft.read()).toBe('')
  })
})

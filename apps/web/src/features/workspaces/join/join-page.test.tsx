// @vitest-environment jsdom
import type { Session } from '@kirim/contract/accounts'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createQueryClient } from '#shared/api/query.ts'
import { type Auth, AuthContext } from '#shared/auth/auth-context.ts'
import { loginDraft } from '#shared/auth/login-draft.ts'
import {
  type FakeApi,
  fakeApi,
  lastBodyOf,
  ok,
  refused,
  refusedAt,
} from '#shared/testing/fake-api.ts'
import { fill, press, stubLayout } from '#shared/testing/user.ts'
import '#shared/i18n/i18n.ts'
import { JoinPage } from './join-page.tsx'

const READ = 'POST /team-invitations/read'
const ACCEPT = 'POST /team-invitations/accept'
const REGISTER = 'POST /team-invitations/register'
const LOGIN = 'POST /users/login'

const session: Session = {
  _id: 'u1',
  name: 'Siti',
  email: 'siti@kopipagi.example',
  role: 'user',
  membershipPlan: 'Free',
  defaultCountry: 'MY',
  createdAt: '2026-11-01T00:00:00.000Z',
  token: 't1',
}
const { token: _token, ...user } = session
const invitation = {
  workspace: 'Kopi Pagi',
  invitedBy: 'Farid Hakim',
  email: 'siti@kopipagi.example',
  role: 'agent',
  expiresAt: '2035-12-04T00:00:00.000Z',
}
const gone = refused(403, 'This invitation was used.', 'team_invitation_invalid')

let api: FakeApi
beforeEach(() => {
  stubLayout()
  sessionStorage.clear()
  api = fakeApi({ [READ]: ok(invitation) })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

/** The page at the address of the link, for somebody who is signed in or for nobody. */
function open(given: Session | null, address = '/join#token=secret') {
  const nothing = () => undefined
  const signIn = vi.fn()
  const signOut = vi.fn()
  const onJoined = vi.fn()
  const auth: Auth = {
    ...(given
      ? { status: 'authenticated', user: given, endedBy: null }
      : { status: 'anonymous', user: null, endedBy: null }),
    signIn,
    signOut,
    updateSession: nothing,
    readAccountAgain: nothing,
    sessionEnded: nothing,
  }
  window.history.replaceState(null, '', address)
  render(
    <QueryClientProvider client={createQueryClient()}>
      <AuthContext value={auth}>
        <JoinPage onJoined={onJoined} />
      </AuthContext>
    </QueryClientProvider>,
  )
  return { signIn, signOut, onJoined }
}

it('says to what, by whom and as what', async () => {
  open(null)
  await screen.findByRole('heading', { name: 'Join Kopi Pagi' })
  screen.getByText('Farid Hakim invites you.')
  screen.getByText('Agent')
  expect(lastBodyOf(api, READ)).toEqual({ token: 'secret' })
})

it.each([
  [gone, 'This invitation no longer works.', 'This invitation was used.'],
  [refused(429, 'Too many tries.'), 'Too many tries.', 'Try again'],
])('shows why an invitation cannot be read', async (answer, title, text) => {
  api.answers[READ] = answer
  open(null)
  await screen.findByText(title)
  screen.getByText(text)
})

it('needs the whole link', () => {
  open(null, '/join')
  screen.getByText('This link is not complete.')
})

describe('who is signed in', () => {
  it('joins, and opens the workspace in this tab', async () => {
    api.answers[ACCEPT] = ok({ id: 'w2', name: 'Kopi Pagi' })
    const { onJoined } = open(session)
    await screen.findByRole('heading', { name: 'Join Kopi Pagi' })
    await press('Join Kopi Pagi as siti@kopipagi.example')
    expect(lastBodyOf(api, ACCEPT)).toEqual({ token: 'secret' })
    expect(onJoined.mock.calls).toEqual([['u1', 'w2']])
    expect(window.location.pathname + window.location.hash).toBe('/')
  })

  it('is told that it was made for another e-mail', async () => {
    const { signOut } = open({ ...session, email: 'aina@kopipagi.example' })
    await screen.findByText('This invitation was made for another e-mail.')
    await press('Use another account')
    expect(signOut).toHaveBeenCalledOnce()
  })

  it('and belongs to it already goes there', async () => {
    api.answers[ACCEPT] = refused(409, 'You already belong to it.', 'already_member')
    open(session)
    await screen.findByRole('heading', { name: 'Join Kopi Pagi' })
    await press('Join Kopi Pagi as siti@kopipagi.example')
    await screen.findByText('You already belong to it.')
    await press('Go to Dashboard')
    expect(window.location.pathname).toBe('/')
  })
})

describe('who has no account', () => {
  it('can only sign in while registration is closed', async () => {
    api.answers['GET /users/registration'] = ok({ mode: 'closed', setupCodeNeeded: false })
    open(null)
    await screen.findByText('Registration is closed on this server.')
    screen.getByRole('link', { name: 'Sign in and join' })
    expect(screen.queryByLabelText('Password')).toBeNull()
  })

  async function registered() {
    await screen.findByRole('heading', { name: 'Join Kopi Pagi' })
    await fill('Name', 'Siti')
    await fill('Password', 'kata laluan panjang')
    await press('Create account and join')
  }

  it('creates one under the e-mail of the invitation, and is signed in', async () => {
    api.answers[REGISTER] = { status: 201, body: user }
    api.answers[LOGIN] = ok(session)
    const { signIn } = open(null)
    await registered()
    await vi.waitFor(() => expect(signIn).toHaveBeenCalledWith(session))
    expect(lastBodyOf(api, REGISTER)).toEqual({
      token: 'secret',
      name: 'Siti',
      email: 'siti@kopipagi.example',
      password: 'kata laluan panjang',
    })
    expect(window.location.pathname).toBe('/')
  })

  it('signs in by hand when that fails', async () => {
    api.answers[REGISTER] = { status: 201, body: user }
    api.answers[LOGIN] = refused(429, 'Too many tries.')
    const { signIn } = open(null)
    await registered()
    await vi.waitFor(() => expect(window.location.pathname).toBe('/'))
    expect(signIn).not.toHaveBeenCalled()
    expect(loginDraft.read()).toBe('siti@kopipagi.example')
  })

  it('is told at the field what the server refuses', async () => {
    api.answers[REGISTER] = refusedAt('email', 409, 'Email is already in use.', 'email_taken')
    open(null)
    await registered()
    const box = await screen.findByLabelText('Email address')
    await vi.waitFor(() => expect(box.getAttribute('aria-invalid')).toBe('true'))
  })
})

it('is kept by the tab for somebody who signs in first, without its token in any address', async () => {
  open(null)
  const link = await screen.findByRole('link', { name: 'Sign in and join' })
  expect(link.getAttribute('href')).toBe('/login?next=%2Fjoin')
  await act(async () => fireEvent.click(link))
  expect(loginDraft.read()).toBe('siti@kopipagi.example')
  cleanup()
  open(session, '/join')
  await screen.findByRole('button', { name: 'Join Kopi Pagi as siti@kopipagi.example' })
})

// @vitest-environment jsdom
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { type Auth, AuthContext } from '#shared/auth/auth-context.ts'
import { i18n } from '#shared/i18n/i18n.ts'
import { fakeApi } from '#shared/testing/fake-api.ts'
import { stubLayout } from '#shared/testing/user.ts'
import { ThemeProvider } from '#shared/theme/theme.tsx'
import { PublicApp } from './public-app.tsx'

type EndedBy = Auth['endedBy']

beforeEach(() => {
  stubLayout()
  fakeApi({})
  vi.stubGlobal('matchMedia', () => Object.assign(new EventTarget(), { matches: false }))
})
afterEach(async () => {
  cleanup()
  vi.unstubAllGlobals()
  window.history.pushState(null, '', '/')
  await i18n.changeLanguage('en')
})

function open(address: string, endedBy: EndedBy = null) {
  window.history.pushState(null, '', address)
  const nothing = () => undefined
  const auth: Auth = {
    status: 'anonymous',
    user: null,
    endedBy,
    signIn: nothing,
    updateSession: nothing,
    readAccountAgain: nothing,
    signOut: nothing,
    sessionEnded: nothing,
  }
  render(
    <ThemeProvider>
      <AuthContext value={auth}>
        <PublicApp />
      </AuthContext>
    </ThemeProvider>,
  )
}
const here = () => window.location.pathname + window.location.search

it.each<[string, EndedBy, string]>([
  ['/', null, '/login'],
  ['/contacts', null, '/login?next=%2Fcontacts'],
  ['/campaigns?status=paused', 'server', '/login?next=%2Fcampaigns%3Fstatus%3Dpaused'],
  ['/campaigns?status=paused', 'user', '/login'],
  ['/nowhere', null, '/login?next=%2Fnowhere'],
  ['/login?next=%2Fcontacts', null, '/login?next=%2Fcontacts'],
])('nobody signed in at %s, ended by %s, stands at %s [2.route.guard]', async (from, by, to) => {
  open(from, by)
  await waitFor(() => expect(here()).toBe(to))
  expect(document.title).toBe('Sign in · Kirim')
})

it.each([
  ['/register', 'Register · Kirim'],
  ['/reset-password?token=x', 'Set a new password · Kirim'],
])('%s stays, and names the tab %s', async (address, title) => {
  open(address)
  await waitFor(() => expect(document.title).toBe(title))
  expect(here()).toBe(address)
})

it.each<[EndedBy, boolean]>([
  ['server', true],
  ['user', false],
  [null, false],
])('a session ended by %s is told: %s', async (by, told) => {
  const text = 'Your session has ended. Please sign in again.'
  open('/login', by)
  if (told) await screen.findByText(text)
  else {
    await screen.findByRole('main')
    expect(screen.queryByText(text)).toBeNull()
  }
})

it('is shown in Malay', async () => {
  await i18n.changeLanguage('ms')
  open('/login')
  await screen.findByText(i18n.t('Self-hosted. Your contacts stay on this server.'))
  expect(document.title).toBe(`${i18n.t('Sign in')} · Kirim`)
})

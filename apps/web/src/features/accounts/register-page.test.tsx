// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { loginDraft } from '#shared/auth/login-draft.ts'
import { i18n } from '#shared/i18n/i18n.ts'
import { fakeApi, ok, refusedAt } from '#shared/testing/fake-api.ts'
import { renderPage } from '#shared/testing/render-page.tsx'
import { RegisterPage } from './register-page.tsx'

afterEach(async () => {
  window.history.replaceState(null, '', '/')
  cleanup()
  vi.unstubAllGlobals()
  sessionStorage.clear()
  await i18n.changeLanguage('en')
})

it('refuses a name or e-mail that is too long, in the chosen language', async () => {
  const api = fakeApi({})
  await i18n.changeLanguage('ms')
  renderPage(<RegisterPage />)
  const box = (name: string) => document.querySelector<HTMLInputElement>(`[name="${name}"]`)
  expect([box('name')?.maxLength, box('email')?.maxLength]).toEqual([200, 254])
  // Fills in a field as a password manager or script does.
  const fill = (name: string, value: string) => {
    const input = box(name)
    if (input) fireEvent.change(input, { target: { value } })
  }
  fill('name', 'x'.repeat(201))
  fill('email', 'aisyah@kedai.example')
  fill('password', 'kopi-ais-panas')
  await act(async () => fireEvent.submit(screen.getByRole('button', { name: 'Daftar' })))
  await screen.findByText('Nama boleh mempunyai paling banyak 200 aksara.')
  expect(api.calls).toEqual(['GET /users/registration'])
})

const ASKED = 'GET /users/registration'
const REGISTER = 'POST /users/register'

async function fillIn(more: Record<string, string> = {}): Promise<void> {
  const values = {
    Name: 'Aisyah',
    'Email address': 'aisyah@kedai.example',
    Password: 'kopi-ais-panas',
    ...more,
  }
  for (const [label, value] of Object.entries(values)) {
    fireEvent.change(screen.getByLabelText(label), { target: { value } })
  }
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Register' })))
}

it.each([
  ['closed', '', 'Registration is closed on this server.'],
  ['closed', '#invitation=t', 'Registration is closed on this server.'],
  ['invitation', '', 'Registration is by invitation.'],
])('says that it is %s, at /register%s', async (mode, hash, sentence) => {
  fakeApi({ [ASKED]: ok({ mode, setupCodeNeeded: false }) })
  renderPage(<RegisterPage />, {}, `/register${hash}`)
  await screen.findByText(sentence)
  expect(screen.queryByLabelText('Name')).toBeNull()
})

it('sends the invitation of the link, and fills in the e-mail for the sign-in', async () => {
  const api = fakeApi({ [ASKED]: ok({ mode: 'invitation', setupCodeNeeded: false }) })
  const sent = vi.fn()
  api.answers[REGISTER] = ok({
    _id: 'u1',
    name: 'Aisyah',
    email: 'aisyah@kedai.example',
    role: 'user',
    membershipPlan: 'Free',
    defaultCountry: 'MY',
    createdAt: '2026-11-01T00:00:00.000Z',
  })
  const { fetch } = globalThis
  vi.stubGlobal('fetch', (url: string, init?: RequestInit) => {
    if (init?.method === 'POST') sent(JSON.parse(String(init.body)))
    return fetch(url, init)
  })
  renderPage(<RegisterPage />, {}, '/register#invitation=secret')
  await fillIn()
  expect(sent).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ invitation: 'secret' }))
  expect(loginDraft.read()).toBe('aisyah@kedai.example')
})

it('asks for the setup code only when needed, and shows errors at its field', async () => {
  const api = fakeApi({ [ASKED]: ok({ mode: 'open', setupCodeNeeded: true }) })
  api.answers[REGISTER] = refusedAt(
    'setupCode',
    403,
    'This is not the setup code that the server printed when it last started.',
    'setup_code_wrong',
  )
  renderPage(<RegisterPage />)
  await screen.findByLabelText('Setup code')
  await fillIn({ 'Setup code': 'AAAA-BBBB-CCCC' })
  await screen.findByText('Registration Error')
  const box = screen.getByLabelText('Setup code')
  await waitFor(() =>
    expect([box.getAttribute('aria-invalid'), document.activeElement]).toEqual(['true', box]),
  )
})

// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { fakeApi, refusedAt } from '#shared/testing/fake-api.ts'
import { renderPage } from '#shared/testing/render-page.tsx'
import { LoginPage } from './login-page.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  sessionStorage.clear()
})

async function signIn(email: string): Promise<void> {
  const type = (label: string, value: string) =>
    fireEvent.change(screen.getByLabelText(label), { target: { value } })
  type('Email', email)
  type('Password', 'kopi-ais-panas')
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Sign in' })))
}

it.each([
  ['bukan-emel', 'Enter a valid e-mail address.'],
  ['aisyah@', 'Enter a valid e-mail address.'],
  ['aisyah@kedai kopi', 'Enter a valid e-mail address.'],
  ['', 'E-mail is required.'],
])('%j is no e-mail: it is said without a call [5.login.email-type]', async (email, sentence) => {
  const api = fakeApi({})
  renderPage(<LoginPage />)
  await signIn(email)
  await screen.findByText(sentence)
  expect(api.calls).toEqual([])
})

it.each(['aisyah@kedai.example', ' aisyah@kedai.example ', 'aisyah@localhost', 'a@foo-.com'])(
  'what the browser or the register form takes for an e-mail is asked about: %j',
  async (email) => {
    const api = fakeApi({})
    renderPage(<LoginPage />)
    await signIn(email)
    await screen.findByText('Login Error')
    expect(api.calls).toEqual(['POST /users/login'])
  },
)

it('a server error of a field is shown at the field, with the focus', async () => {
  const message = 'An e-mail address may have at most 254 characters.'
  fakeApi({ 'POST /users/login': refusedAt('email', 400, message, 'email_too_long') })
  renderPage(<LoginPage />)
  await signIn('aisyah@kedai.example')
  await screen.findByText('Login Error')
  const box = screen.getByLabelText('Email')
  expect(box.getAttribute('aria-invalid')).toBe('true')
  expect(document.activeElement).toBe(box)
})

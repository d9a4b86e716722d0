// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { loginDraft } from '#shared/auth/login-draft.ts'
import { fakeApi, ok, refused } from '#shared/testing/fake-api.ts'
import { renderPage } from '#shared/testing/render-page.tsx'
import { ResetPasswordPage } from './reset-password-page.tsx'

const RESET = 'POST /users/reset-password'

afterEach(() => {
  window.history.replaceState(null, '', '/')
  cleanup()
  vi.unstubAllGlobals()
  sessionStorage.clear()
})

async function set(password: string, confirmation = password): Promise<void> {
  const type = (label: string, value: string) =>
    fireEvent.change(screen.getByLabelText(label), { target: { value } })
  type('New password', password)
  type('Confirm password', confirmation)
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Set password' })))
}

it('a link without its secret is reported as incomplete', () => {
  renderPage(<ResetPasswordPage />, {}, '/reset-password')
  screen.getByText('This link is not complete.')
  expect(screen.queryByLabelText('New password')).toBeNull()
})

it.each([
  ['kopi', 'kopi', 'A password needs at least 8 characters.'],
  ['kopi-ais-panas', 'kopi', 'Password and confirmation password do not match.'],
])('%j with %j is not sent', async (password, confirmation, sentence) => {
  const api = fakeApi({})
  renderPage(<ResetPasswordPage />, {}, '/reset-password#token=t')
  await set(password, confirmation)
  await screen.findByText(sentence)
  expect(api.calls).toEqual([])
})

it('sets the password, and fills in the e-mail for the sign-in', async () => {
  fakeApi({ [RESET]: ok({ email: 'aisyah@kedai.example' }) })
  renderPage(<ResetPasswordPage />, {}, '/reset-password#token=t')
  await set('kopi-ais-panas')
  expect(loginDraft.read()).toBe('aisyah@kedai.example')
})

it('shows why it was not set', async () => {
  const message = 'This link was used or has expired. Ask an admin for another one.'
  fakeApi({ [RESET]: refused(403, message, 'reset_link_invalid') })
  renderPage(<ResetPasswordPage />, {}, '/reset-password#token=t')
  await set('kopi-ais-panas')
  await screen.findByText(message)
})

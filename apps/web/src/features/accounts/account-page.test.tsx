// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { leaveOnceAllowed } from '#shared/routing/leave-question.ts'
import { type FakeApi, fakeApi, ok, refused, refusedAt } from '#shared/testing/fake-api.ts'
import { renderPage } from '#shared/testing/render-page.tsx'
import { AccountPage } from './account-page.tsx'

const SAVE = 'PUT /users/profile'

const session = {
  _id: 'u1',
  name: 'Aisyah',
  email: 'aisyah@kedaikopipagi.example',
  role: 'user',
  membershipPlan: 'Basic',
  defaultCountry: 'MY',
  createdAt: '2026-11-01T00:00:00.000Z',
  token: 't2',
}

let api: FakeApi
beforeEach(() => {
  api = fakeApi({ 'GET /users/quotas': ok([]) })
})
afterEach(() => {
  cleanup()
  sessionStorage.clear()
  vi.unstubAllGlobals()
})

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label)

function type(label: string, value: string): void {
  fireEvent.change(field(label), { target: { value } })
}

async function save(): Promise<void> {
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Save Changes' })))
}

it('shows the e-mail and does not let it be changed', () => {
  renderPage(<AccountPage />)
  expect(field('Email').readOnly).toBe(true)
  expect(field('Email').value).toBe('aisyah@kedaikopipagi.example')
})

it('asks to repeat a password only when one is typed, and checks that both match', async () => {
  renderPage(<AccountPage />)
  expect(field('Confirm password').disabled).toBe(true)
  type('New password', 'kopi-ais-panas')
  expect(field('Confirm password').disabled).toBe(false)
  type('Confirm password', 'kopi')
  await save()
  await screen.findByText('Password and confirmation password do not match.')
  expect(api.calls).not.toContain(SAVE)
  type('New password', '')
  expect(field('Confirm password').disabled).toBe(true)
})

it('saves, and is ready for another change', async () => {
  api.answers[SAVE] = ok({ ...session, name: 'Siti' })
  renderPage(<AccountPage />)
  type('Name', 'Siti')
  type('New password', 'kopi-ais-panas')
  type('Confirm password', 'kopi-ais-panas')
  await save()
  await screen.findByText('Your profile is saved.')
  expect([field('Name').value, field('New password').value]).toEqual(['Siti', ''])
})

it.each([
  ['', 'Failed: Error updating profile.'],
  ['This name is not allowed.', 'Failed: This name is not allowed.'],
])('a failure with the message "%s" is shown as "%s"', async (message, shown) => {
  api.answers[SAVE] = refused(400, message)
  renderPage(<AccountPage />)
  type('Name', 'Siti')
  await save()
  await screen.findByText(shown)
  expect(field('Name').value).toBe('Siti')
})

const QUESTION = 'Your changes to your profile will be lost.'

it('asks before leaving with changes, but not after saving', async () => {
  const leave = vi.fn()
  const question = () => screen.queryByText(QUESTION)
  const tryToLeave = () => act(() => leaveOnceAllowed(leave))
  renderPage(<AccountPage />)
  tryToLeave()
  expect(leave).toHaveBeenCalledOnce()
  type('New password', 'kopi-ais-panas')
  tryToLeave()
  // The dialog's code may still be loading.
  await screen.findByText(QUESTION)
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  type('Confirm password', 'kopi-ais-panas')
  api.answers[SAVE] = ok(session)
  await save()
  await screen.findByText('Your profile is saved.')
  tryToLeave()
  expect(question()).toBeNull()
  expect(leave).toHaveBeenCalledTimes(2)
})

it('input is kept across a reload, except passwords', async () => {
  renderPage(<AccountPage />)
  type('Name', 'Siti')
  type('New password', 'kopi-ais-panas')
  cleanup()
  expect(JSON.stringify({ ...sessionStorage })).not.toContain('kopi-ais-panas')
  renderPage(<AccountPage />)
  expect([field('Name').value, field('New password').value]).toEqual(['Siti', ''])
  api.answers[SAVE] = ok({ ...session, name: 'Siti' })
  await save()
  await screen.findByText('Your profile is saved.')
  expect(sessionStorage).toHaveLength(0)
})

it('a saved name is not stored as a draft', async () => {
  api.answers[SAVE] = ok({ ...session, name: 'Siti' })
  renderPage(<AccountPage />)
  type('Name', 'Siti')
  await save()
  await screen.findByText('Your profile is saved.')
  type('Name', 'Siti A')
  expect(sessionStorage).toHaveLength(1)
  type('Name', 'Siti')
  expect(sessionStorage).toHaveLength(0)
})

it('warns that the password may have changed when no answer arrives, and keeps the input', async () => {
  vi.stubGlobal('fetch', async () => {
    throw new TypeError('The line is down.')
  })
  renderPage(<AccountPage />)
  type('Name', 'Siti')
  type('New password', 'kopi-ais-panas')
  type('Confirm password', 'kopi-ais-panas')
  await save()
  await screen.findByText('Failed: Error updating profile.')
  screen.getByText(
    'The server did not respond, so your password may already be changed. If you are asked to sign in, try the new one first.',
  )
  expect([field('Name').value, field('New password').value]).toEqual(['Siti', 'kopi-ais-panas'])
})

it('asks for the current password once a new one is typed, and shows its error at the field', async () => {
  const message = 'Enter your current password to set a new one.'
  api.answers[SAVE] = refusedAt('currentPassword', 403, message, 'current_password_required')
  renderPage(<AccountPage />)
  expect(screen.queryByLabelText('Current password')).toBeNull()
  type('New password', 'kopi-ais-panas')
  type('Confirm password', 'kopi-ais-panas')
  const box = screen.getByLabelText('Current password')
  await save()
  await waitFor(() => expect(document.activeElement).toBe(box))
  screen.getByText(message)
  api.answers[SAVE] = refusedAt(
    'currentPassword',
    403,
    'This is not your current password.',
    'current_password_wrong',
  )
  type('Current password', 'teh-tarik')
  await save()
  await waitFor(() => expect(box.getAttribute('aria-invalid')).toBe('true'))
  api.answers[SAVE] = ok(session)
  type('Current password', 'teh-tarik-panas')
  await save()
  await screen.findByText('Your profile is saved.')
  expect(screen.queryByLabelText('Current password')).toBeNull()
})

it('tells an admin where to set their plan', () => {
  renderPage(<AccountPage />, { role: 'admin' })
  screen.getByText('npm run admin -- plan aisyah@kedaikopipagi.example Pro')
})

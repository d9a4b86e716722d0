// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { type FakeApi, fakeApi, ok, refused } from '#shared/testing/fake-api.ts'
import { renderPage } from '#shared/testing/render-page.tsx'
import { AccountPage } from './account-page.tsx'

const SAVE = 'PUT /users/profile'

let api: FakeApi
beforeEach(() => {
  api = fakeApi({})
})
afterEach(() => {
  cleanup()
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

it('asks for a confirmation only while a password is typed, and for the same one', async () => {
  renderPage(<AccountPage />)
  expect(field('Confirm password').disabled).toBe(true)
  type('New password', 'kopi-ais-panas')
  expect(field('Confirm password').disabled).toBe(false)
  type('Confirm password', 'kopi')
  await save()
  await screen.findByText('Password and confirmation password do not match.')
  expect(api.calls).toEqual([])
  type('New password', '')
  expect(field('Confirm password').disabled).toBe(true)
})

it('saves, and is ready for another change', async () => {
  const saved = { _id: 'u1', name: 'Siti', email: 'aisyah@kedaikopipagi.example', role: 'user' }
  api.answers[SAVE] = ok({
    ...saved,
    membershipPlan: 'Basic',
    defaultCountry: 'MY',
    createdAt: '2026-11-01T00:00:00.000Z',
    token: 't2',
  })
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

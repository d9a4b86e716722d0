// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { type FakeApi, fakeApi, ok, refused } from '#shared/testing/fake-api.ts'
import { renderPage } from '#shared/testing/render-page.tsx'
import { RegistrationCard } from './registration-card.tsx'

const MODE = 'GET /admin/registration'
const SET = 'PUT /admin/registration'
const LIST = 'GET /admin/invitations'
const INVITE = 'POST /admin/invitations'

const invitation = {
  _id: 'i1',
  note: 'Siti',
  createdAt: '2026-11-01T00:00:00.000Z',
  expiresAt: '2026-11-08T00:00:00.000Z',
}

let api: FakeApi
beforeEach(() => {
  api = fakeApi({ [MODE]: ok({ mode: 'open' }), [LIST]: ok([invitation]) })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const press = (name: string | RegExp) =>
  act(async () => fireEvent.click(screen.getByRole('button', { name })))
const choose = (name: string) =>
  act(async () => fireEvent.click(screen.getByRole('radio', { name })))

it('changes who may register, and explains it', async () => {
  api.answers[SET] = ok({ mode: 'closed' })
  renderPage(<RegistrationCard />, { role: 'admin' })
  await screen.findByText('Anyone who can reach this server can create an account.')
  await choose('Closed')
  await screen.findByText('Registration updated.')
  screen.getByText(/^No one can create an account/)
  expect(screen.queryByText('Invitations')).toBeNull()
})

it('that could not be changed shows the stored value', async () => {
  api.answers[SET] = refused(403, 'Access denied')
  renderPage(<RegistrationCard />, { role: 'admin' })
  await screen.findByRole('radio', { name: 'Open' })
  await choose('Closed')
  await screen.findByText('Access denied')
  expect(screen.getByRole('radio', { name: 'Open' }).getAttribute('aria-checked')).toBe('true')
})

it('lists the invitations, and withdraws one', async () => {
  api.answers[MODE] = ok({ mode: 'invitation' })
  api.answers['DELETE /admin/invitations/i1'] = { status: 200, body: undefined }
  renderPage(<RegistrationCard />, { role: 'admin' })
  await screen.findByText('Siti')
  api.answers[LIST] = ok([])
  await press('Withdraw the invitation: Siti')
  await screen.findByText('No open invitations.')
})

it('creates an invitation and shows its link', async () => {
  api.answers[MODE] = ok({ mode: 'invitation' })
  api.answers[INVITE] = ok({ ...invitation, token: 'secret' })
  renderPage(<RegistrationCard />, { role: 'admin' })
  await screen.findByText('Siti')
  await press('Invite a member')
  await press('Create link')
  const link = await screen.findByLabelText<HTMLInputElement>('Invitation link')
  expect(link.value).toBe(`${window.location.origin}/register#invitation=secret`)
})

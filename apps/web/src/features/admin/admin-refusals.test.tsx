// @vitest-environment jsdom
import type { User } from '@kirim/contract/accounts'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { i18n } from '#shared/i18n/i18n.ts'
import {
  callsOf,
  type FakeApi,
  fakeApi,
  lastBodyOf,
  ok,
  refused,
  refusedAt,
  unanswered,
} from '#shared/testing/fake-api.ts'
import { renderPage } from '#shared/testing/render-page.tsx'
import { choose, chooseAction, fill, press, pressTwice, stubLayout } from '#shared/testing/user.ts'
import { FullestQuota } from './fullest-quota.tsx'
import { PlanDialog } from './plan-dialog.tsx'
import { RegistrationCard } from './registration-card.tsx'
import { memberOf } from './testing/members.ts'
import { AdminUsersPage } from './users-page.tsx'

let api: FakeApi
beforeEach(() => {
  stubLayout()
  api = fakeApi({})
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  return i18n.changeLanguage('en')
})

describe('a member that another admin', () => {
  const LIST = 'GET /admin/users'
  const self = memberOf({ _id: 'u1', name: 'Aisyah', role: 'admin' })
  const ali = memberOf()

  async function opened() {
    api.answers[LIST] = ok([self, ali])
    renderPage(<AdminUsersPage />, { role: 'admin' })
    await screen.findByRole('table')
  }
  async function agree(action: string) {
    const question = await screen.findByRole('alertdialog')
    await act(async () => fireEvent.click(within(question).getByRole('button', { name: action })))
  }

  it.each([
    [
      'deletes',
      'Delete',
      'Delete',
      'DELETE /admin/users/u2',
      404,
      'user_not_found',
      'User not found.',
    ],
    [
      'deletes before a role changes',
      'Make Admin',
      'Make Admin',
      'PUT /admin/users/u2',
      404,
      'user_not_found',
      'User not found.',
    ],
    [
      'is, whose role is one’s own',
      'Make Admin',
      'Make Admin',
      'PUT /admin/users/u2',
      403,
      'own_role',
      'You cannot change your own role.',
    ],
  ])(
    '%s is told, and gone from the list',
    async (_what, item, action, call, status, code, sentence) => {
      await opened()
      api.answers[call] = refused(status, sentence, code)
      api.answers[LIST] = ok([self])
      await chooseAction('Ali', item)
      await agree(action)
      await screen.findByText(sentence)
      await waitFor(() => expect(screen.queryByText('Ali')).toBeNull())
    },
  )

  it('made an admin has a fixed plan: the dialog stays open and explains it', async () => {
    await opened()
    const fixed = 'The plan of an admin cannot be changed.'
    api.answers['PUT /admin/users/u2'] = refused(409, fixed, 'admin_plan_fixed')
    api.answers[LIST] = ok([self, { ...ali, role: 'admin' }])
    await chooseAction('Ali', 'Change plan')
    const dialog = await screen.findByRole('dialog', { name: 'Change plan' })
    await choose('Plan of Ali', 'Pro')
    await press('Update the plan of Ali')
    await screen.findByText(fixed)
    expect(lastBodyOf(api, 'PUT /admin/users/u2')).toEqual({ membershipPlan: 'Pro' })
    await within(dialog).findByText(/Set the plan with this command on the server/)
    expect(screen.getByRole('button', { name: 'Update the plan of Ali' })).toHaveProperty(
      'disabled',
      true,
    )
  })

  it('changed meanwhile is shown as in the response, before the list reloads', async () => {
    await opened()
    const late = Promise.withResolvers<void>()
    api.answers['PUT /admin/users/u2'] = ok({ ...ali, membershipPlan: 'Pro' })
    api.answers[LIST] = { ...ok([self, ali]), after: late.promise }
    await chooseAction('Ali', 'Change plan')
    await choose('Plan of Ali', 'Pro')
    await press('Update the plan of Ali')
    await screen.findByText('Ali now has the Pro plan.')
    expect(screen.queryByRole('dialog')).toBeNull()
    const row = screen.getByRole('row', { name: /^Ali/ })
    expect(within(row).getAllByText('Pro').length).toBeGreaterThan(0)
    await act(async () => late.resolve())
  })

  it('without a plan shows N/A; a long name and address have a tooltip', async () => {
    const name = 'Ali bin Abu '.repeat(20).trim()
    const email = `${'a'.repeat(200)}@example.com`
    api.answers[LIST] = ok([self, { ...ali, name, email }])
    renderPage(<AdminUsersPage />, { role: 'admin' })
    await screen.findByTitle(name)
    screen.getByTitle(email)
    screen.getByRole('button', { name: `Actions for ${name}` })
  })
})

describe('a plan', () => {
  function Dialog({ member }: { member: User }) {
    const [elsewhere, setElsewhere] = useState<User['membershipPlan']>()
    return (
      <>
        <button type="button" onClick={() => setElsewhere('Basic')}>
          Change elsewhere
        </button>
        <PlanDialog
          of={{ ...member, membershipPlan: elsewhere ?? member.membershipPlan }}
          open
          allowed
          busy={false}
          onClose={() => undefined}
          onUpdate={() => undefined}
        />
      </>
    )
  }

  it('set elsewhere meanwhile replaces the selection', async () => {
    renderPage(<Dialog member={memberOf()} />)
    await choose('Plan of Ali', 'Pro')
    const box = screen.getByRole('combobox', { name: 'Plan of Ali' })
    expect(box.textContent).toBe('Pro')
    await act(async () => screen.getByText('Change elsewhere').click())
    expect(box.textContent).toBe('Basic')
    expect(screen.getByRole('button', { name: 'Update the plan of Ali' })).toHaveProperty(
      'disabled',
      true,
    )
  })
})

describe('the fullest quota', () => {
  it.each([
    ['en', { used: 0, limit: 5 }, 'Quotas of Ali: Nothing used'],
    ['en', { used: 0, limit: 0 }, 'Quotas of Ali: 100% of contacts'],
    ['en', { used: 999, limit: 1000 }, 'Quotas of Ali: 99% of contacts'],
    ['en', { used: 3, limit: 2 }, 'Quotas of Ali: 150% of contacts'],
    ['ms', { used: 1, limit: 2 }, 'Kuota Ali: 50% daripada kenalan'],
  ])('in %s: %j reads %s', async (language, use, name) => {
    await i18n.changeLanguage(language)
    const onOpen = vi.fn()
    renderPage(
      <FullestQuota name="Ali" use={{ quota: 'contacts', ofPlan: 5, ...use }} onOpen={onOpen} />,
    )
    await press(name)
    expect(onOpen).toHaveBeenCalledOnce()
  })
})

describe('who may register', () => {
  const MODE = 'GET /admin/registration'
  const SET = 'PUT /admin/registration'
  const LIST = 'GET /admin/invitations'
  const INVITE = 'POST /admin/invitations'
  const WITHDRAW = 'DELETE /admin/invitations/i1'
  const invitation = {
    _id: 'i1',
    note: 'Siti',
    createdAt: '2026-11-01T00:00:00.000Z',
    expiresAt: '2026-11-08T00:00:00.000Z',
  }

  beforeEach(() => {
    api.answers[MODE] = ok({ mode: 'invitation' })
    api.answers[LIST] = ok([invitation, { ...invitation, _id: 'i2', note: '' }])
  })
  async function opened() {
    renderPage(<RegistrationCard />, { role: 'admin' })
    await screen.findByText('Siti')
  }

  it('is loaded again after a failure', async () => {
    api.answers[MODE] = refused(400, '')
    renderPage(<RegistrationCard />, { role: 'admin' })
    const alert = await screen.findByRole('alert')
    expect(screen.queryByRole('radio')).toBeNull()
    api.answers[MODE] = ok({ mode: 'closed' })
    await press('Try again', alert)
    await screen.findByText(/^No one can create an account/)
  })

  it('is shown as selected while it is saved, and cannot be selected twice', async () => {
    const late = Promise.withResolvers<void>()
    api.answers[SET] = { ...ok({ mode: 'closed' }), after: late.promise }
    await opened()
    const choice = screen.getByRole('radio', { name: 'Closed' })
    await act(async () => choice.click())
    await waitFor(() => expect(choice.getAttribute('aria-checked')).toBe('true'))
    expect(screen.getByRole('radio', { name: 'Open' })).toHaveProperty('disabled', true)
    await act(async () => late.resolve())
    await screen.findByText('Registration updated.')
    expect(callsOf(api, SET)).toHaveLength(1)
  })

  it('that was not saved is reverted, with the reason', async () => {
    api.answers[SET] = unanswered()
    await opened()
    await act(async () => screen.getByRole('radio', { name: 'Open' }).click())
    await screen.findByText('Failed to update registration.')
    const stands = screen.getByRole('radio', { name: 'By invitation' })
    expect(stands.getAttribute('aria-checked')).toBe('true')
  })

  it('loads the invitations again after a failure', async () => {
    api.answers[LIST] = refused(400, '')
    renderPage(<RegistrationCard />, { role: 'admin' })
    const alert = await screen.findByRole('alert')
    within(alert).getByText('Failed to load the invitations.')
    api.answers[LIST] = ok([])
    await press('Try again', alert)
    await screen.findByText('No open invitations.')
  })

  it('an invitation without a name has a label', async () => {
    await opened()
    screen.getByRole('button', { name: 'Withdraw the invitation: Without a name' })
    expect(screen.getAllByText(/^Expires on [78] November 2026/)).toHaveLength(2)
  })

  it('removes an invitation from the list that was used meanwhile', async () => {
    const used = 'This invitation was used or withdrawn, or has expired.'
    api.answers[WITHDRAW] = refused(404, used, 'invitation_not_found')
    await opened()
    api.answers[LIST] = ok([])
    await pressTwice('Withdraw the invitation: Siti')
    await screen.findByText(used)
    await screen.findByText('No open invitations.')
    expect(callsOf(api, WITHDRAW)).toHaveLength(1)
  })

  it.each([
    [
      'too many are open',
      refused(
        409,
        'At most 50 invitations can be open at once. Withdraw some.',
        'too_many_invitations',
      ),
      'At most 50 invitations can be open at once. Withdraw some.',
    ],
    ['no answer comes', unanswered(), 'Could not create the link.'],
  ])('is not invited when %s: it says so, and keeps for whom', async (_why, answer, sentence) => {
    api.answers[INVITE] = answer
    await opened()
    await press('Invite a member')
    await fill('Who is it for?', 'Mei')
    await press('Create link')
    expect((await screen.findByRole('alert')).textContent).toBe(sentence)
    expect(screen.getByLabelText<HTMLInputElement>('Who is it for?').value).toBe('Mei')
  })

  it('shows an error at a name that is too long, and is empty the next time', async () => {
    const sentence = 'Use at most 200 characters.'
    api.answers[INVITE] = refusedAt('note', 400, sentence, 'note_too_long')
    await opened()
    await press('Invite a member')
    await fill('Who is it for?', 'Mei')
    await press('Create link')
    await screen.findByText(sentence)
    expect(screen.queryByRole('alert')).toBeNull()
    expect(screen.getByLabelText('Who is it for?').getAttribute('aria-invalid')).toBe('true')
    await press('Cancel')
    await press('Invite a member')
    expect(screen.getByLabelText<HTMLInputElement>('Who is it for?').value).toBe('')
    expect(screen.queryByText(sentence)).toBeNull()
  })
})

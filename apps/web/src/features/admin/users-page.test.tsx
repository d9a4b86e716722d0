// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type FakeApi, fakeApi, ok, refused } from '#shared/testing/fake-api.ts'
import { renderPage } from '#shared/testing/render-page.tsx'
import { memberOf } from './testing/members.ts'
import { AdminUsersPage } from './users-page.tsx'

const LIST = 'GET /admin/users'
const self = memberOf({ _id: 'u1', name: 'Aisyah', role: 'admin' })
const ali = memberOf({ _id: 'u2', name: 'Ali' })
const siti = memberOf({ _id: 'u3', name: 'Siti', role: 'admin', membershipPlan: 'Pro' })

let api: FakeApi
beforeEach(() => {
  api = fakeApi({ [LIST]: ok([self, ali, siti]) })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

async function opened() {
  renderPage(<AdminUsersPage />, { role: 'admin' })
  await screen.findByRole('table')
}

function row(name: string) {
  return within(screen.getByRole('row', { name: new RegExp(`^${name}`) }))
}

/** Radix opens menus on pointer events, which jsdom does not know; keys it does. */
async function choose(trigger: HTMLElement, name: string) {
  fireEvent.keyDown(trigger, { key: 'Enter' })
  const item = await screen.findByRole('menuitem', { name })
  await act(async () => fireEvent.click(item))
}

const menuOf = (name: string) => screen.getByRole('button', { name: `Actions for ${name}` })

async function confirm(action: string): Promise<void> {
  const dialog = await screen.findByRole('alertdialog')
  await act(async () => fireEvent.click(within(dialog).getByRole('button', { name: action })))
}

describe('the members', () => {
  it('stand in their columns', async () => {
    await opened()
    const heads = screen.getAllByRole('columnheader').map(({ textContent }) => textContent)
    expect(heads).toEqual(['Name', 'Email', 'Role', 'Plan', 'Registration Date', 'Actions'])
  })

  it('are sorted by a press on a head, and the other way by another', async () => {
    await opened()
    const names = () =>
      screen
        .getAllByRole('row')
        .slice(1)
        .map((r) => /Aisyah|Ali|Siti/.exec(r.textContent ?? '')?.[0])
    const head = screen.getByRole('button', { name: 'Name' })
    fireEvent.click(head)
    expect(names()).toEqual(['Aisyah', 'Ali', 'Siti'])
    fireEvent.click(head)
    expect(names()).toEqual(['Siti', 'Ali', 'Aisyah'])
    expect(screen.getByRole('columnheader', { name: 'Name' }).getAttribute('aria-sort')).toBe(
      'descending',
    )
  })

  it('are found by name or e-mail', async () => {
    await opened()
    const box = screen.getByRole('searchbox')
    fireEvent.change(box, { target: { value: 'siti' } })
    expect(screen.getAllByRole('row')).toHaveLength(2)
    fireEvent.change(box, { target: { value: 'nobody' } })
    screen.getByText('Nobody matches this search.')
  })

  it('load for admins alone', () => {
    renderPage(<AdminUsersPage />, { role: 'user' })
    screen.getByText('Access denied')
    expect(api.calls).toEqual([])
  })

  it('are not shown to an admin who is none any more', async () => {
    api.answers[LIST] = refused(403, 'Access denied')
    renderPage(<AdminUsersPage />, { role: 'admin' })
    await screen.findByRole('alert')
    expect(screen.queryByRole('table')).toBeNull()
  })

  it('say so when they cannot be loaded', async () => {
    api.answers[LIST] = refused(400, '')
    renderPage(<AdminUsersPage />, { role: 'admin' })
    await screen.findByRole('button', { name: 'Try again' })
    expect(screen.getAllByText('Failed to get user list.').length).toBeGreaterThan(0)
  })
})

describe('a plan', () => {
  it('cannot be updated while it is unchanged, and never on an admin', async () => {
    await opened()
    for (const name of ['Ali', 'Siti', 'Aisyah']) {
      const button = row(name).getByRole<HTMLButtonElement>('button', {
        name: `Update the plan of ${name}`,
      })
      expect(button.disabled).toBe(true)
    }
    const select = (name: string) => row(name).getByRole<HTMLButtonElement>('combobox')
    expect([select('Ali').disabled, select('Siti').disabled]).toEqual([false, true])
  })
})

describe('a role', () => {
  it.each([
    ['Ali', 'Make Admin', 'PUT /admin/users/u2', 'Ali is now an admin.'],
    ['Siti', 'Revoke Admin', 'PUT /admin/users/u3', 'Siti is no longer an admin.'],
    ['Ali', 'Delete', 'DELETE /admin/users/u2', 'Ali was deleted.'],
  ])('of %s: %s only after a question', async (name, action, call, outcome) => {
    const changed = name === 'Ali' ? { ...ali, role: 'admin' } : { ...siti, role: 'user' }
    api.answers[call] = ok(action === 'Delete' ? { message: 'Deleted.' } : changed)
    await opened()
    await choose(menuOf(name), action)
    expect(api.calls).not.toContain(call)
    await confirm(action)
    await screen.findByText(outcome)
    expect(api.calls).toContain(call)
  })

  it.each([
    ['Make Admin', 'PUT /admin/users/u2', 'Failed to change role.'],
    ['Delete', 'DELETE /admin/users/u2', 'Failed to delete user.'],
  ])('%s tells why it failed', async (action, call, text) => {
    api.answers[call] = refused(400, '')
    await opened()
    await choose(menuOf('Ali'), action)
    await confirm(action)
    await screen.findByText(text)
  })

  it('of oneself cannot be changed, nor oneself deleted', async () => {
    await opened()
    fireEvent.keyDown(menuOf('Aisyah'), { key: 'Enter' })
    const items = await screen.findAllByRole('menuitem')
    expect(items.map((item) => [item.textContent, item.getAttribute('aria-disabled')])).toEqual([
      ['Revoke Admin', 'true'],
      ['Link for a new password', 'true'],
      ['Delete', 'true'],
    ])
  })
})

// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type FakeApi, fakeApi, ok, refused, refusedAt } from '#shared/testing/fake-api.ts'
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

/** Uses keys, because Radix opens menus on pointer events, which jsdom lacks. */
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
  it('are shown in their columns', async () => {
    await opened()
    const heads = screen.getAllByRole('columnheader').map(({ textContent }) => textContent)
    expect(heads).toEqual(['Name', 'Email', 'Role', 'Plan', 'Registration Date', 'Actions'])
  })

  it('are sorted by a press on a head, and reversed by another', async () => {
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
    screen.getByText('No one matches this search.')
  })

  it('are loaded for admins only', () => {
    renderPage(<AdminUsersPage />, { role: 'user' })
    screen.getByText('Access denied')
    expect(api.calls).toEqual([])
  })

  it('are not shown to a former admin', async () => {
    api.answers[LIST] = refused(403, 'Access denied')
    renderPage(<AdminUsersPage />, { role: 'admin' })
    await screen.findByRole('alert')
    expect(screen.queryByRole('table')).toBeNull()
  })

  it('show an error when they cannot be loaded', async () => {
    api.answers[LIST] = refused(400, '')
    renderPage(<AdminUsersPage />, { role: 'admin' })
    await screen.findByRole('button', { name: 'Try again' })
    expect(screen.getAllByText('Failed to get user list.').length).toBeGreaterThan(0)
  })
})

describe('a plan', () => {
  it('is shown once in its row', async () => {
    await opened()
    expect(row('Siti').queryByRole('combobox')).toBeNull()
    expect(row('Siti').getByRole('cell', { name: 'Pro' })).toBeTruthy()
  })

  it.each([
    ['Ali', false],
    ['Siti', true],
    ['Aisyah', true],
  ])(
    'of %s cannot be updated while it is unchanged, and never on an admin, who is told why',
    async (name, fixed) => {
      await opened()
      await choose(menuOf(name), 'Change plan')
      const dialog = within(await screen.findByRole('dialog'))
      const update = dialog.getByRole<HTMLButtonElement>('button', {
        name: `Update the plan of ${name}`,
      })
      const select = dialog.getByRole<HTMLButtonElement>('combobox', { name: `Plan of ${name}` })
      expect([update.disabled, select.disabled]).toEqual([true, fixed])
      expect(
        dialog.queryAllByText(
          /^The plan of an admin cannot be changed\. Set the plan with this command on the server/,
        ),
      ).toHaveLength(fixed ? 1 : 0)
    },
  )
})

describe('quotas', () => {
  const PATH = '/admin/users/u2/quotas'
  const contacts = { quota: 'contacts', used: 230, limit: 250, ofPlan: 250 }
  const media = { quota: 'mediaBytes', used: 0, limit: 1024 ** 3, ofPlan: 2 * 1024 ** 3 }

  beforeEach(() => {
    api.answers['GET /admin/quotas'] = ok([{ ...contacts, workspaceId: 'u2' }])
    api.answers[`GET ${PATH}`] = ok([contacts, media])
  })
  const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label)
  const save = () => screen.getByRole('button', { name: 'Save quotas' })
  async function openQuotas() {
    await opened()
    await choose(menuOf('Ali'), 'Quotas')
    await screen.findByRole('dialog', { name: 'Quotas of Ali' })
    await screen.findByLabelText('Contacts')
  }

  it('show the fullest in the row, which opens all of them', async () => {
    await opened()
    const [shown] = await screen.findAllByRole('button', { name: 'Quotas of Ali: 92% of contacts' })
    if (!shown) throw new Error('not shown')
    fireEvent.click(shown)
    await screen.findByRole('dialog', { name: 'Quotas of Ali' })
  })

  it("show the plan's limits and those set, and save changes", async () => {
    await openQuotas()
    expect([field('Contacts').value, field('Contacts').placeholder]).toEqual(['', '250'])
    expect([field('Media').value, field('Media').placeholder]).toEqual(['1', '2'])
    screen.getByText('230 used. Plan limit: 250.')
    fireEvent.change(field('Contacts'), { target: { value: '1,000' } })
    fireEvent.change(field('Media'), { target: { value: '' } })
    api.answers[`PUT ${PATH}`] = ok([{ ...contacts, limit: 1000 }, media])
    await act(async () => fireEvent.click(save()))
    await screen.findByText('The quotas of Ali are saved.')
    expect(api.calls).toContain(`PUT ${PATH}`)
  })

  it('refuse an invalid amount at its field, and show why saving failed', async () => {
    await openQuotas()
    fireEvent.change(field('Contacts'), { target: { value: 'many' } })
    screen.getByText('Enter a number, or leave empty to use the plan limit.')
    await act(async () => fireEvent.click(save()))
    expect(api.calls).not.toContain(`PUT ${PATH}`)
    fireEvent.change(field('Contacts'), { target: { value: '5' } })
    api.answers[`PUT ${PATH}`] = refused(404, 'User not found.')
    await act(async () => fireEvent.click(save()))
    await screen.findByText('User not found.')
    expect(field('Contacts').value).toBe('5')
  })

  it('show a server error at its field', async () => {
    await openQuotas()
    fireEvent.change(field('Contacts'), { target: { value: '5' } })
    const text = 'Too many contacts for this server.'
    api.answers[`PUT ${PATH}`] = refusedAt('contacts', 400, text, 'too_many_for_server')
    await act(async () => fireEvent.click(save()))
    expect(await screen.findAllByText(text)).toHaveLength(1)
    expect(field('Contacts').getAttribute('aria-invalid')).toBe('true')
    expect(field('Media').getAttribute('aria-invalid')).not.toBe('true')
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

  it("of one's own account cannot be changed, nor the account deleted", async () => {
    await opened()
    fireEvent.keyDown(menuOf('Aisyah'), { key: 'Enter' })
    const items = await screen.findAllByRole('menuitem')
    expect(items.map((item) => [item.textContent, item.getAttribute('aria-disabled')])).toEqual([
      ['Change plan', null],
      ['Quotas', null],
      ['Revoke Admin', 'true'],
      ['Password reset link', 'true'],
      ['Delete', 'true'],
    ])
  })
})

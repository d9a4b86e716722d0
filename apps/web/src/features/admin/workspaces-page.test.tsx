// @vitest-environment jsdom
import type { AdminWorkspace } from '@kirim/contract/admin'
import { act, cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type FakeApi, fakeApi, ok, refused } from '#shared/testing/fake-api.ts'
import { renderPage } from '#shared/testing/render-page.tsx'
import { AdminWorkspacesPage } from './workspaces-page.tsx'

const LIST = 'GET /admin/workspaces'
const nurul = { id: 'u1', name: 'Nurul', email: 'nurul@example.com' }
const farid = { id: 'u2', name: 'Farid', email: 'farid@example.com' }
const shop: AdminWorkspace = {
  id: 'w1',
  name: 'Kedai Nurul',
  owners: [nurul, farid],
  people: 5,
  numbers: 1,
  membershipPlan: 'Free',
  keepsPlan: false,
  createdAt: '2026-11-01T00:00:00.000Z',
}
const office: AdminWorkspace = {
  ...shop,
  id: 'u2',
  name: 'Pejabat',
  owners: [farid],
  people: 1,
  membershipPlan: 'Pro',
  keepsPlan: true,
}

let api: FakeApi
beforeEach(() => {
  api = fakeApi({ [LIST]: ok([shop, office]) })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

async function opened() {
  renderPage(<AdminWorkspacesPage />, { role: 'admin' })
  await screen.findByRole('table')
}

/** Uses keys, because Radix opens menus on pointer events, which jsdom lacks. */
async function choose(name: string, item: string) {
  fireEvent.keyDown(screen.getByRole('button', { name: `Actions for ${name}` }), { key: 'Enter' })
  const found = await screen.findByRole('menuitem', { name: item })
  await act(async () => fireEvent.click(found))
}

describe('the workspaces', () => {
  it('are shown with owner, people, numbers and plan', async () => {
    await opened()
    const heads = screen.getAllByRole('columnheader').map(({ textContent }) => textContent)
    expect(heads).toEqual(['Name', 'Owner', 'People', 'Numbers', 'Plan', 'Created', 'Actions'])
    const row = within(screen.getByRole('row', { name: /^Kedai Nurul/ }))
    expect(row.getAllByText('Nurul and 1 more').length).toBeGreaterThan(0)
    for (const value of ['5', '1', 'Free']) {
      expect(row.getAllByRole('cell').map(({ textContent }) => textContent)).toContain(value)
    }
  })

  it('are found by their name, and by their owners', async () => {
    await opened()
    const box = screen.getByRole('searchbox', { name: 'Search by name or owner' })
    fireEvent.change(box, { target: { value: 'nurul@' } })
    expect(screen.getAllByRole('row')).toHaveLength(2)
    fireEvent.change(box, { target: { value: 'nothing' } })
    screen.getByText('No workspace matches this search.')
  })

  it('show an error when they cannot be loaded', async () => {
    api.answers[LIST] = refused(400, '')
    renderPage(<AdminWorkspacesPage />, { role: 'admin' })
    await screen.findByRole('button', { name: 'Try again' })
  })
})

describe('the plan of a workspace', () => {
  it('can only be updated once it is another', async () => {
    await opened()
    await choose('Kedai Nurul', 'Change plan')
    const update = await screen.findByRole<HTMLButtonElement>('button', {
      name: 'Update the plan of Kedai Nurul',
    })
    expect(update.disabled).toBe(true)
  })

  it('cannot be changed where an admin owns it, and says how', async () => {
    await opened()
    await choose('Pejabat', 'Change plan')
    await screen.findByText(/^The plan of an admin cannot be changed.*plan farid@example\.com Pro/)
  })
})

describe('the quotas of a workspace', () => {
  it('are those of its own call', async () => {
    const use = { quota: 'contacts', used: 230, limit: 250, ofPlan: 250 }
    api.answers['GET /admin/quotas'] = ok([{ ...use, workspaceId: 'w1' }])
    api.answers['GET /admin/workspaces/w1/quotas'] = ok([use])
    api.answers['PUT /admin/workspaces/w1/quotas'] = ok([{ ...use, limit: 300 }])
    await opened()
    const name = 'Quotas of Kedai Nurul: 92% of contacts'
    const [fullest] = await screen.findAllByRole('button', { name })
    fireEvent.click(fullest as HTMLElement)
    fireEvent.change(await screen.findByLabelText('Contacts'), { target: { value: '300' } })
    const save = screen.getByRole('button', { name: 'Save quotas' })
    await act(async () => fireEvent.click(save))
    await screen.findByText('The quotas of Kedai Nurul are saved.')
  })
})

describe('a workspace', () => {
  const CALL = 'DELETE /admin/workspaces/w1'
  const agree = async () => {
    const question = within(await screen.findByRole('alertdialog'))
    question.getByText('Delete Kedai Nurul?')
    question.getByText('1 number · 5 people')
    await act(async () =>
      fireEvent.click(question.getByRole('button', { name: 'Delete the workspace' })),
    )
  }

  it('is deleted only after a question that says what goes', async () => {
    api.answers[CALL] = { status: 204, body: undefined }
    await opened()
    await choose('Kedai Nurul', 'Delete')
    expect(api.calls).not.toContain(CALL)
    await agree()
    await screen.findByText('Kedai Nurul was deleted.')
    expect(api.calls).toContain(CALL)
  })

  it('tells why it could not be deleted', async () => {
    api.answers[CALL] = refused(404, 'There is no such workspace any more.')
    await opened()
    await choose('Kedai Nurul', 'Delete')
    await agree()
    await screen.findByText('There is no such workspace any more.')
  })
})

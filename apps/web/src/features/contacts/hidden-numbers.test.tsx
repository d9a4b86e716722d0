// @vitest-environment jsdom
import type { Contact } from '@kirim/contract/contacts'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { type FakeApi, fakeApi, ok } from '#shared/testing/fake-api.ts'
import { renderPage } from '#shared/testing/render-page.tsx'
import { stubResizeObserver } from '#shared/testing/stub-resize-observer.ts'
import { fill, press, pressKey } from '#shared/testing/user.ts'
import { ContactsPage } from './contacts-page.tsx'
import { EditContactDialog } from './edit/contact-forms.tsx'

const MASKED = '•••• 4821'
const ali: Contact = {
  _id: 'c1',
  name: 'Ali',
  phoneNumber: MASKED,
  createdAt: '2026-11-01T00:00:00.000Z',
}
const HIDES = { role: 'manager', hidesNumbers: true } as const

let api: FakeApi
beforeEach(() => {
  stubResizeObserver()
  api = fakeApi({
    'GET /contact-groups': ok([]),
    'GET /contacts': ok([ali], { 'x-total-count': '1' }),
    'PUT /contacts/c1': ok({ ...ali, name: 'Siti' }),
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

it('a masked number says that it is hidden, and is neither sorted nor searched by', async () => {
  renderPage(<ContactsPage />, {}, '/contacts', HIDES)
  const table = within(await screen.findByRole('table'))
  expect(table.getAllByText('Number hidden, ends 4821').length).toBeGreaterThan(0)
  expect(table.queryByRole('button', { name: 'Phone Number' })).toBeNull()
  expect(table.getByRole('button', { name: 'Name' })).toBeTruthy()
  expect(screen.getByRole('searchbox', { name: 'Search names' })).toBeTruthy()
})

it('a number that is shown is sorted and searched by', async () => {
  renderPage(<ContactsPage />, {}, '/contacts')
  const table = within(await screen.findByRole('table'))
  expect(table.getByRole('button', { name: 'Phone Number' })).toBeTruthy()
  expect(screen.getByRole('searchbox', { name: 'Search name or number' })).toBeTruthy()
})

it('an export says that numbers are left out', async () => {
  renderPage(<ContactsPage />, {}, '/contacts', HIDES)
  await screen.findByRole('table')
  await pressKey(screen.getByRole('button', { name: 'Export' }), 'Enter')
  expect(await screen.findByText('Phone numbers are left out.')).toBeTruthy()
})

it('editing a contact leaves its hidden number alone', async () => {
  renderPage(<EditContactDialog contact={ali} onClose={() => undefined} />, {}, '/', HIDES)
  const box = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Phone Number' })
  expect([box.value, box.readOnly]).toEqual([MASKED, true])
  expect(screen.getByText('Number hidden')).toBeTruthy()
  await fill('Name', 'Siti')
  await press('Save')
  await waitFor(() => expect(api.calls).toContain('PUT /contacts/c1'))
  expect(api.bodies[api.calls.indexOf('PUT /contacts/c1')]).toEqual({
    name: 'Siti',
    phoneNumber: MASKED,
  })
})

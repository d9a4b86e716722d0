// @vitest-environment jsdom
import type { ContactGroup } from '@kirim/contract/contacts'
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { fakeApi, ok } from '#shared/testing/fake-api.ts'
import { renderPage } from '#shared/testing/render-page.tsx'
import { stubResizeObserver } from '#shared/testing/stub-resize-observer.ts'
import { ContactsPage } from './contacts-page.tsx'

beforeEach(stubResizeObserver)
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

it('a number of contacts that is not known is not said', async () => {
  fakeApi({})
  renderPage(<ContactsPage />)
  await waitFor(() => expect(screen.getAllByRole('alert')).toHaveLength(2))
  expect(screen.getByRole('button', { name: 'All Contacts' }).textContent).toBe('All Contacts')
  expect(screen.queryByText('0')).toBeNull()
})

it('a question about a group that is deleted elsewhere goes', async () => {
  const group: ContactGroup = {
    _id: 'g1',
    groupName: 'Pelanggan',
    name: 'Pelanggan',
    contactCount: 3,
    count: 3,
  }
  const api = fakeApi({ 'GET /contact-groups': ok([group]) })
  const { say } = renderPage(<ContactsPage />)
  const [remove] = await screen.findAllByRole('button', { name: 'Delete group Pelanggan' })
  await act(async () => remove && fireEvent.click(remove))
  screen.getByRole('alertdialog')
  api.answers['GET /contact-groups'] = ok([])
  await say('contacts_changed')
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
})

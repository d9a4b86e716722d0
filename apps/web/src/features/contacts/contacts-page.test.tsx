// @vitest-environment jsdom
import { cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { fakeApi } from '#shared/testing/fake-api.ts'
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

// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { fakeApi, ok } from '#shared/testing/fake-api.ts'
import { renderPage } from '#shared/testing/render-page.tsx'
import { stubResizeObserver } from '#shared/testing/stub-resize-observer.ts'
import { AddContactDialog } from './add-contact-dialog.tsx'

beforeEach(stubResizeObserver)
afterEach(() => {
  cleanup()
  sessionStorage.clear()
  vi.unstubAllGlobals()
})

function Adding() {
  const [open, setOpen] = useState(true)
  return <AddContactDialog open={open} onOpenChange={setOpen} groups={[]} groupId={null} />
}

const type = (label: string, value: string) =>
  act(async () => fireEvent.input(screen.getByLabelText(label), { target: { value } }))

it('a double click adds a contact once', async () => {
  const contact = { _id: 'c1', name: 'Ali', phoneNumber: '60123456789' }
  const api = fakeApi({
    'POST /contacts': ok({ ...contact, createdAt: '2026-11-20T00:00:00.000Z' }),
  })
  renderPage(<Adding />)
  await type('Name', 'Ali')
  await type('Phone Number', '60123456789')
  const add = screen.getByRole('button', { name: 'Add contact' })
  await act(async () => {
    fireEvent.click(add)
    fireEvent.click(add)
  })
  await screen.findByText('Ali added.')
  expect(api.calls.filter((call) => call === 'POST /contacts')).toHaveLength(1)
})

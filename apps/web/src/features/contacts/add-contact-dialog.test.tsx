// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { fakeApi, ok } from '#shared/testing/fake-api.ts'
import { renderPage } from '#shared/testing/render-page.tsx'
import { stubResizeObserver } from '#shared/testing/stub-resize-observer.ts'
import { AddContactDialog } from './add-contact-dialog.tsx'
import { CreateGroupDialog } from './create-group-dialog.tsx'

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

function Grouping() {
  const [open, setOpen] = useState(true)
  return <CreateGroupDialog open={open} onOpenChange={setOpen} onCreated={() => undefined} />
}

const dialogs = [
  ['Add Contact Manually', <Adding key="contact" />, 'Name'],
  ['Create group', <Grouping key="group" />, 'Group name'],
] as const
const QUESTION = 'Close without keeping your changes?'
const press = (name: string) =>
  act(async () => fireEvent.click(screen.getByRole('button', { name })))
const pressEscape = () =>
  act(async () => fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Escape' }))

it.each(dialogs)('%s asks before it drops what was typed', async (title, dialog, label) => {
  fakeApi({})
  renderPage(dialog)
  await type(label, 'Ali')
  await pressEscape()
  expect(screen.getByText(QUESTION)).toBeTruthy()
  await press('Cancel')
  expect(screen.getByLabelText<HTMLInputElement>(label).value).toBe('Ali')
  await press('Close')
  await press('Close')
  expect(screen.queryByRole('dialog', { name: title })).toBeNull()
})

it.each(dialogs)('%s closes at once when nothing was typed', async (title, dialog, label) => {
  fakeApi({})
  renderPage(dialog)
  await type(label, 'Ali')
  await type(label, '')
  await pressEscape()
  expect(screen.queryByText(QUESTION)).toBeNull()
  expect(screen.queryByRole('dialog', { name: title })).toBeNull()
})

it('a contact that a crash left half typed is not dropped without a question either', async () => {
  fakeApi({})
  renderPage(<Adding />)
  await type('Name', 'Ali')
  cleanup()
  renderPage(<Adding />)
  expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Ali')
  await pressEscape()
  expect(screen.getByText(QUESTION)).toBeTruthy()
})

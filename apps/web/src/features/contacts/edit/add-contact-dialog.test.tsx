// @vitest-environment jsdom
import type { Contact } from '@kirim/contract/contacts'
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { fakeApi, ok, refusedAt } from '#shared/testing/fake-api.ts'
import { renderPage } from '#shared/testing/render-page.tsx'
import { stubResizeObserver } from '#shared/testing/stub-resize-observer.ts'
import { CreateGroupDialog } from '../groups/group-dialogs.tsx'
import { AddContactDialog, EditContactDialog } from './contact-forms.tsx'

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
    'POST /contacts': ok({ ...contact, known: false, createdAt: '2026-11-20T00:00:00.000Z' }),
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

const known = {
  _id: 'c1',
  name: 'Wong Mei Ling',
  phoneNumber: '60123456789',
  createdAt: '2026-11-20T00:00:00.000Z',
}

async function addAs(name: string): Promise<void> {
  await type('Name', name)
  await type('Phone Number', '60123456789')
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Add contact' })))
}

it('somebody known keeps the name, and is given the new one when that is asked for', async () => {
  const api = fakeApi({
    'POST /contacts': ok({ ...known, known: true }),
    'PUT /contacts/c1': ok({ ...known, name: 'Mei' }),
  })
  renderPage(<Adding />)
  await addAs('Mei')
  await screen.findByText('Wong Mei Ling is already in your contacts; the name was kept.')
  expect(api.calls).not.toContain('PUT /contacts/c1')
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Use the new name' })))
  await screen.findByText('Mei saved.')
})

it('somebody known by the same name is only said to be there', async () => {
  fakeApi({ 'POST /contacts': ok({ ...known, known: true }) })
  renderPage(<Adding />)
  await addAs('Wong Mei Ling')
  await screen.findByText('Wong Mei Ling is already in your contacts.')
  expect(screen.queryByRole('button', { name: 'Use the new name' })).toBeNull()
})

it('a number that is none is said at its field, which has the focus', async () => {
  const problem = 'This is not a valid phone number.'
  fakeApi({ 'POST /contacts': refusedAt('phoneNumber', 400, problem, 'phone_number_invalid') })
  renderPage(<Adding />)
  await addAs('Mei')
  const box = screen.getByLabelText('Phone Number')
  await waitFor(() => expect(box.getAttribute('aria-invalid')).toBe('true'))
  expect(screen.getAllByText(problem)).toHaveLength(1)
  expect(document.getElementById(box.getAttribute('aria-describedby') ?? '')?.textContent).toBe(
    problem,
  )
  expect(document.activeElement).toBe(box)
})

function Editing() {
  const [contact, setContact] = useState<Contact | null>(known)
  return <EditContactDialog contact={contact} onClose={() => setContact(null)} />
}

it('a contact is edited; a number that another one has is said at its field', async () => {
  const taken = refusedAt(
    'phoneNumber',
    409,
    'Another contact has this number.',
    'contact_number_taken',
  )
  const api = fakeApi({ 'PUT /contacts/c1': taken })
  renderPage(<Editing />)
  await type('Phone Number', '60123456780')
  const save = () => act(async () => fireEvent.click(screen.getByRole('button', { name: 'Save' })))
  await save()
  await screen.findByText('Another contact has this number.')
  expect(document.activeElement).toBe(screen.getByLabelText('Phone Number'))
  api.answers['PUT /contacts/c1'] = ok(known)
  await save()
  await screen.findByText('Wong Mei Ling saved.')
  expect(screen.queryByRole('dialog')).toBeNull()
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

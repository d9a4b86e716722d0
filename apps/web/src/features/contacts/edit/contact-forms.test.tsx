// @vitest-environment jsdom
import type { Contact, ContactGroup } from '@kirim/contract/contacts'
import { cleanup, screen, waitFor } from '@testing-library/react'
import { type ReactNode, useState } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { type FakeApi, fakeApi, refused, refusedAt } from '#shared/testing/fake-api.ts'
import { renderPage } from '#shared/testing/render-page.tsx'
import { groupOf } from '#shared/testing/samples.ts'
import { stubResizeObserver } from '#shared/testing/stub-resize-observer.ts'
import { fill, press } from '#shared/testing/user.ts'
import { CreateGroupDialog, RenameGroupDialog } from '../groups/group-dialogs.tsx'
import { AddContactDialog, EditContactDialog } from './contact-forms.tsx'

let api: FakeApi
beforeEach(() => {
  stubResizeObserver()
  api = fakeApi({})
})
afterEach(() => {
  cleanup()
  sessionStorage.clear()
  vi.unstubAllGlobals()
})

const ali: Contact = {
  _id: 'c1',
  name: 'Ali',
  phoneNumber: '60123456701',
  createdAt: '2026-11-01T00:00:00.000Z',
}

function Dialog({ children }: { children: (open: boolean, close: () => void) => ReactNode }) {
  const [open, setOpen] = useState(true)
  return children(open, () => setOpen(false))
}

const forms = {
  'Add Contact Manually': {
    call: 'POST /contacts',
    page: (open: boolean, close: () => void) => (
      <AddContactDialog open={open} onOpenChange={close} groups={[]} groupId={null} />
    ),
    submit: 'Add contact',
    fallback: 'Failed to add contact.',
    values: { Name: 'Siti', 'Phone Number': '0123456789' },
  },
  'Edit contact': {
    call: 'PUT /contacts/c1',
    page: (open: boolean, close: () => void) => (
      <EditContactDialog contact={open ? ali : null} onClose={close} />
    ),
    submit: 'Save',
    fallback: 'Failed to save contact.',
    values: { Name: 'Siti', 'Phone Number': '0123456789' },
  },
  'Rename group': {
    call: 'PUT /contact-groups/g1',
    page: (open: boolean, close: () => void) => (
      <RenameGroupDialog group={open ? group : null} onClose={close} />
    ),
    submit: 'Save',
    fallback: 'Failed to rename group.',
    values: { 'Group name': 'Staf' },
  },
  'Create group': {
    call: 'POST /contact-groups',
    page: (open: boolean, close: () => void) => (
      <CreateGroupDialog open={open} onOpenChange={close} onCreated={() => undefined} />
    ),
    submit: 'Create group',
    fallback: 'Failed to create group.',
    values: { 'Group name': 'Staf' },
  },
} as const
const group: ContactGroup = groupOf()
type Form = keyof typeof forms

async function fillIn(title: Form, values: Readonly<Record<string, string>> = forms[title].values) {
  renderPage(<Dialog>{forms[title].page}</Dialog>)
  for (const [label, value] of Object.entries(values)) await fill(label, value)
  await press(forms[title].submit)
}
const typed = (title: Form) =>
  Object.keys(forms[title].values).map(
    (label) => screen.getByLabelText<HTMLInputElement>(label).value,
  )

it.each<[Form, number, string, string]>([
  [
    'Add Contact Manually',
    403,
    'quota_contacts',
    'This would take you past the 5 contacts of your account.',
  ],
  ['Add Contact Manually', 404, 'group_not_found', 'Contact group not found.'],
  ['Edit contact', 404, 'contact_not_found', 'Contact not found.'],
  ['Rename group', 404, 'group_not_found', 'Contact group not found.'],
  ['Create group', 503, 'storage_full', 'The disk of this server is full, so nothing was saved.'],
])('%s with %i %s says so, and keeps what was typed', async (title, status, code, message) => {
  api.answers[forms[title].call] = refused(status, message, code)
  await fillIn(title)
  await screen.findByText(message)
  expect(typed(title)).toEqual(Object.values(forms[title].values))
})

it.each(Object.keys(forms) as Form[])(
  '%s without an answer says so, and is sent again by the next press',
  async (title) => {
    const { call, submit, fallback } = forms[title]
    const { fetch } = globalThis
    vi.stubGlobal('fetch', (url: string, init?: RequestInit) =>
      init?.method && init.method !== 'GET'
        ? Promise.reject(new TypeError('no line'))
        : fetch(url, init),
    )
    await fillIn(title)
    await screen.findByText(fallback)
    expect(typed(title)).toEqual(Object.values(forms[title].values))
    vi.stubGlobal('fetch', fetch)
    await press(submit)
    expect(api.calls.filter((made) => made === call)).toHaveLength(1)
  },
)

it.each([
  [
    'Add Contact Manually',
    'Phone Number',
    'phone_number_invalid',
    'This is not a valid phone number.',
  ],
  ['Edit contact', 'Name', 'name_too_long', 'A name may have at most 200 characters.'],
  [
    'Rename group',
    'Group name',
    'group_name_too_long',
    'A group name may have at most 200 characters.',
  ],
  ['Create group', 'Group name', 'group_name_taken', 'A group with this name already exists.'],
] as const)('%s says at %s what is wrong with that', async (title, label, code, message) => {
  const field = { Name: 'name', 'Phone Number': 'phoneNumber', 'Group name': 'groupName' }[label]
  api.answers[forms[title].call] = refusedAt(field, 400, message, code)
  await fillIn(title)
  const box = screen.getByLabelText(label)
  await waitFor(() => expect(box.getAttribute('aria-invalid')).toBe('true'))
  expect(document.getElementById(box.getAttribute('aria-describedby') ?? '')?.textContent).toBe(
    message,
  )
})

it.each(Object.keys(forms) as Form[])('%s is not sent without its fields', async (title) => {
  const { values, call } = forms[title]
  await fillIn(title, Object.fromEntries(Object.keys(values).map((label) => [label, '   '])))
  const invalid = Object.keys(values).map((label) =>
    screen.getByLabelText(label).getAttribute('aria-invalid'),
  )
  expect(invalid.every((state) => state === 'true')).toBe(true)
  expect(api.calls).not.toContain(call)
})

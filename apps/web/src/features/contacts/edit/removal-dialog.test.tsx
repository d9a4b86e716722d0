// @vitest-environment jsdom
import type { Contact } from '@kirim/contract/contacts'
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { i18n } from '#shared/i18n/i18n.ts'
import { type FakeApi, fakeApi, ok } from '#shared/testing/fake-api.ts'
import { renderPage } from '#shared/testing/render-page.tsx'
import { groupOf } from '#shared/testing/samples.ts'
import { RemovalDialog } from './removal-dialog.tsx'
import type { Removal } from './use-removal.ts'

const contact: Contact = {
  _id: 'c1',
  name: 'Aisyah',
  phoneNumber: '60123456701',
  createdAt: '2026-11-01T00:00:00.000Z',
}
const group = groupOf()
const OF_GROUP = 'GET /contact-groups/g1/usage'
const OF_CONTACT = 'GET /contacts/c1/usage'
const none = { running: 0, waiting: 0, paused: 0, completed: 0 }

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  return i18n.changeLanguage('en')
})

function ask(removal: Removal, answers: FakeApi['answers']) {
  fakeApi(answers)
  const nothing = () => undefined
  renderPage(
    <RemovalDialog removal={removal} busy={false} onConfirm={nothing} onCancel={nothing} />,
  )
}

const button = (name: string) => screen.getByRole('button', { name })

it('says what becomes of the campaigns of a group, and cannot be confirmed before', async () => {
  const use = { running: 1, waiting: 2, paused: 0, completed: 7 }
  ask({ kind: 'group', group }, { [OF_GROUP]: ok(use) })
  expect(button('Delete')).toHaveProperty('disabled', true)
  await screen.findByText(
    'Campaigns saved with this group: 1 running, 2 waiting. They keep its people.',
  )
  expect(button('Delete')).toHaveProperty('disabled', false)
})

it.each([
  ['contact', { kind: 'contact', contact }],
  ['membership', { kind: 'membership', contact, group }],
] as const)('says which campaigns still write to a person: %s', async (_name, removal) => {
  ask(removal, { [OF_CONTACT]: ok({ ...none, paused: 1 }) })
  await screen.findByText(
    'Campaigns that have not messaged Aisyah yet: 1 paused. Aisyah stays in them.',
  )
})

it('takes them out of these campaigns when that is asked for', async () => {
  fakeApi({ [OF_CONTACT]: ok({ ...none, waiting: 2 }) })
  const confirmed = vi.fn()
  renderPage(
    <RemovalDialog
      removal={{ kind: 'contact', contact }}
      busy={false}
      onConfirm={confirmed}
      onCancel={() => undefined}
    />,
  )
  fireEvent.click(
    await screen.findByRole('switch', { name: 'Remove Aisyah from these campaigns too' }),
  )
  await screen.findByText(
    'Campaigns that have not messaged Aisyah yet: 2 waiting. They will skip Aisyah.',
  )
  fireEvent.click(button('Delete'))
  expect(confirmed).toHaveBeenCalledExactlyOnceWith(true)
})

it('is short when no campaign is concerned', async () => {
  ask({ kind: 'group', group }, { [OF_GROUP]: ok({ ...none, completed: 4 }) })
  await waitFor(() => expect(button('Delete')).toHaveProperty('disabled', false))
  expect(screen.queryByText(/campaign/i)).toBeNull()
})

it('says what is always true when the server does not say, and can be confirmed', async () => {
  ask({ kind: 'contact', contact }, {})
  await screen.findByText('Campaigns already saved keep this person.')
  expect(button('Delete')).toHaveProperty('disabled', false)
})

it('says it in Malay', async () => {
  await i18n.changeLanguage('ms')
  ask({ kind: 'group', group }, { [OF_GROUP]: ok({ ...none, running: 1 }) })
  await screen.findByText(
    'Kempen yang disimpan dengan kumpulan ini: 1 sedang berjalan. Orangnya kekal di dalamnya.',
  )
})

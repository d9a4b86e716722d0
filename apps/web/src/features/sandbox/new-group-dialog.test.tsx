// @vitest-environment jsdom
import { SANDBOX_SUBJECT_MAX } from '@kirim/contract/sandbox'
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { i18n } from '#shared/i18n/i18n.ts'
import {
  callsOf,
  type FakeApi,
  fakeApi,
  lastBodyOf,
  ok,
  refused,
  unanswered,
} from '#shared/testing/fake-api.ts'
import { renderPage } from '#shared/testing/render-page.tsx'
import { press, stubLayout } from '#shared/testing/user.ts'
import { NewGroupDialog } from './new-group-dialog.tsx'
import { CHATS, chatOf, groupOf, PHONE, phoneOf } from './testing/sandbox.ts'

const MAKE = `POST ${PHONE}/groups`
const CONTACTS = 'GET /contacts?limit=50'
const contact = (phoneNumber: string, name: string) => ({
  _id: phoneNumber,
  name,
  phoneNumber,
  createdAt: '2026-11-01T00:00:00.000Z',
})
const onMade = vi.fn()

let api: FakeApi
beforeEach(() => {
  stubLayout()
  api = fakeApi({
    [`GET ${CHATS}`]: ok([
      chatOf({ contactName: 'F.' }),
      chatOf({ contactNumber: '60144', contactName: '' }),
    ]),
    [CONTACTS]: ok([contact('60122', 'Farah'), contact('60111', 'Kedai itself')]),
    [`GET ${PHONE}/groups`]: ok([]),
  })
})
afterEach(async () => {
  cleanup()
  onMade.mockReset()
  vi.unstubAllGlobals()
  await i18n.changeLanguage('en')
})

function Probe() {
  const [open, setOpen] = useState(true)
  return (
    <>
      <NewGroupDialog phone={phoneOf()} open={open} onOpenChange={setOpen} onMade={onMade} />
      <button type="button" onClick={() => setOpen(true)}>
        Open
      </button>
    </>
  )
}

const people = () =>
  screen.queryAllByRole('checkbox').map((box) => box.closest('label')?.textContent)
const box = (label: string) => screen.getByLabelText<HTMLInputElement>(label)
const type = (label: string, value: string) => fireEvent.change(box(label), { target: { value } })

async function opened(count: number) {
  renderPage(<Probe />)
  await waitFor(() => expect(people()).toHaveLength(count))
}

describe('who is offered', () => {
  it('lists everyone the phone knows once, by the contact’s name, without the phone', async () => {
    await opened(2)
    expect(people()).toEqual(['Farah60122', '6014460144'])
  })

  it('lists chat partners when contacts fail to load, and only typed numbers without any', async () => {
    api.answers[CONTACTS] = refused(403, '')
    await opened(2)
    expect(people()).toEqual(['F.60122', '6014460144'])
    cleanup()
    api.answers[`GET ${CHATS}`] = ok([])
    await opened(0)
    expect(box('Members').tagName).toBe('TEXTAREA')
  })
})

describe('what is asked for', () => {
  it('sends each member once, in any notation', async () => {
    api.answers[MAKE] = ok(groupOf())
    await opened(2)
    expect(box('Group name').maxLength).toBe(SANDBOX_SUBJECT_MAX)
    type('Group name', '  Kawan  ')
    fireEvent.click(screen.getByRole('checkbox', { name: /Farah/ }))
    type('Other numbers', ' 60122;+60 13-333 444, ,\n6013333444')
    // The known number is too short to be typed, and the list says which one it is.
    await press('Create group')
    screen.getByText('Enter 6 to 15 digits, including the country code.')
    type('Other numbers', '+60 13-333 444, ,\n6013333444')
    await press('Create group')
    await waitFor(() => expect(onMade).toHaveBeenCalledExactlyOnceWith(groupOf().groupId))
    expect(lastBodyOf(api, MAKE)).toEqual({ subject: 'Kawan', members: ['60122', '6013333444'] })
  })

  it('shows a failure, keeps the input, and resets on cancel', async () => {
    const answered = Promise.withResolvers<void>()
    api.answers[MAKE] = { ...unanswered(), after: answered.promise }
    await opened(2)
    type('Group name', 'Kawan')
    type('Other numbers', '601333444')
    await press('Create group')
    const busy = await screen.findByText('Creating...')
    fireEvent.click(busy)
    await act(async () => answered.resolve())
    await screen.findByText('Could not create the group.')
    expect([box('Group name').value, box('Other numbers').value]).toEqual(['Kawan', '601333444'])
    expect(callsOf(api, MAKE)).toHaveLength(1)
    await press('Cancel')
    await press('Open')
    expect(screen.queryByText('Could not create the group.')).toBeNull()
    expect(onMade).not.toHaveBeenCalled()
  })

  it('reports each empty field, in Malay as well, until cancelled', async () => {
    await i18n.changeLanguage('ms')
    await opened(2)
    await press(i18n.t('Create group'))
    const wrong = () => document.querySelectorAll('[aria-invalid=true]').length
    screen.getByText(i18n.t('Group name cannot be empty.'))
    screen.getByText(i18n.t('Choose a member or enter a number.'))
    expect(wrong()).toBe(2)
    await press(i18n.t('Cancel'))
    await press('Open')
    expect(wrong()).toBe(0)
  })
})

// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  callsOf,
  type FakeApi,
  fakeApi,
  lastBodyOf,
  ok,
  refused,
} from '#shared/testing/fake-api.ts'
import { renderPage } from '#shared/testing/render-page.tsx'
import { press, stubLayout } from '#shared/testing/user.ts'
import { ChatPane } from './chat-pane.tsx'
import { CHATS, chatOf, groupOf, MESSAGES, messageOf, PHONE, phoneOf } from './testing/sandbox.ts'

const DONE = ok({ message: 'Done.' })
const written = messageOf({ id: 'a', direction: 'from-contact', text: 'hrga', author: '60122' })

let api: FakeApi
beforeEach(() => {
  stubLayout()
  api = fakeApi({
    [`GET ${CHATS}`]: ok([chatOf()]),
    [`GET ${PHONE}/groups`]: ok([]),
    [`GET ${MESSAGES}`]: ok([messageOf(), written]),
    [`PUT ${MESSAGES}/a`]: DONE,
    [`DELETE ${MESSAGES}/a`]: DONE,
    [`POST ${CHATS}/60122/calls`]: ok(messageOf()),
    [`DELETE ${CHATS}/60122/calls`]: DONE,
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const show = (contactNumber = '60122') =>
  renderPage(<ChatPane phone={phoneOf()} contactNumber={contactNumber} onBack={() => undefined} />)
const open = async (name: string) =>
  fireEvent.keyDown(await screen.findByRole('button', { name }), { key: 'Enter' })
async function choose(name: string): Promise<void> {
  const item = await screen.findByRole('menuitem', { name })
  await act(async () => fireEvent.click(item))
}

describe('what a contact wrote', () => {
  it('is edited', async () => {
    show()
    await open('Actions for hrga')
    await choose('Edit...')
    const dialog = await screen.findByRole('dialog', { name: 'Edit message' })
    const field = within(dialog).getByLabelText('Message')
    fireEvent.change(field, { target: { value: ' ' } })
    await press('Save')
    await within(dialog).findByText('Write something.')
    fireEvent.change(field, { target: { value: 'harga ' } })
    await press('Save')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(lastBodyOf(api, `PUT ${MESSAGES}/a`)).toEqual({ text: 'harga' })
  })

  it('is deleted for everyone, or shows the refusal', async () => {
    api.answers[`DELETE ${MESSAGES}/a`] = refused(404, 'Sandbox message not found.')
    show()
    await open('Actions for hrga')
    await choose('Delete for everyone')
    await screen.findByText('Sandbox message not found.')
    expect(callsOf(api, `DELETE ${MESSAGES}/a`)).toHaveLength(1)
  })

  it('is marked as edited or deleted, and a deleted one has no actions', async () => {
    api.answers[`GET ${MESSAGES}`] = ok([
      { ...written, mark: 'edited', text: 'harga' },
      { ...written, id: 'b', mark: 'deleted', text: '' },
    ])
    show()
    await screen.findByText('Edited')
    screen.getByText('This message was deleted.')
    expect(screen.getAllByRole('button', { name: /^Actions for/ })).toHaveLength(1)
  })
})

it('in a group, its author and the phone that made it may change it', async () => {
  const group = groupOf()
  const messages = `${CHATS}/${encodeURIComponent(group.groupId)}/messages`
  api.answers[`GET ${PHONE}/groups`] = ok([group])
  api.answers[`GET ${messages}`] = ok([written])
  show(group.groupId)
  await open('Actions for hrga')
  await screen.findByRole('menuitem', { name: 'Edit...' })
})

describe('a call', () => {
  const call = messageOf({ ...written, id: 'c', kind: 'call', text: '' })

  it.each([
    [{}, 'The call is ringing', 'Hang up', `DELETE ${CHATS}/60122/calls`],
    [{ mark: 'rejected' }, 'The call was rejected', 'Call the number', `POST ${CHATS}/60122/calls`],
    [
      { mark: 'missed' },
      'The call was not answered',
      'Call the number',
      `POST ${CHATS}/60122/calls`,
    ],
  ] as const)('with %j says: %s', async (given, words, button, expected) => {
    api.answers[`GET ${MESSAGES}`] = ok([{ ...call, ...given }])
    show()
    await screen.findByText(words)
    await press(button)
    await waitFor(() => expect(callsOf(api, expected)).toHaveLength(1))
  })
})

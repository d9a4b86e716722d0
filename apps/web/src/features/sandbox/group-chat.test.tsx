// @vitest-environment jsdom
import type { SandboxGroup, SandboxMessage, SandboxPhone } from '@kirim/contract/sandbox'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type FakeApi, fakeApi, ok, refused, refusedAt } from '#shared/testing/fake-api.ts'
import { renderPage } from '#shared/testing/render-page.tsx'
import { stubResizeObserver } from '#shared/testing/stub-resize-observer.ts'
import { ChatPane } from './chat-pane.tsx'
import { ChatsColumn } from './chats-column.tsx'

const phone: SandboxPhone = { phoneNumber: '60111', name: 'Kedai Kopi', linked: true, online: true }
const id = '120363000000000001@g.us'
const PHONE = '/sandbox/phones/60111'
const MESSAGES = `${PHONE}/chats/${encodeURIComponent(id)}/messages`

const message = (author: string, text: string): SandboxMessage => ({
  id: text,
  direction: author === '60111' ? 'to-contact' : 'from-contact',
  kind: 'text',
  text,
  mediaType: null,
  at: '2026-11-21T01:00:00.000Z',
  status: 'read',
  author,
})
const group: SandboxGroup = {
  groupId: id,
  subject: 'Kawan kopi',
  members: [
    { phoneNumber: '60111', name: 'Kedai Kopi' },
    { phoneNumber: '60122', name: 'Farah' },
    { phoneNumber: '60133', name: 'Lim' },
  ],
  createdAt: '2026-11-21T00:00:00.000Z',
  last: message('60111', 'RM4'),
  unread: 0,
}

let api: FakeApi
beforeEach(() => {
  stubResizeObserver()
  api = fakeApi({
    [`GET ${PHONE}/chats`]: ok([]),
    [`GET ${PHONE}/groups`]: ok([group]),
    [`GET ${MESSAGES}`]: ok([message('60133', 'harga?'), message('60111', 'RM4')]),
    'GET /contacts?limit=50': ok([
      { _id: 'c1', name: 'Farah', phoneNumber: '60122', createdAt: group.createdAt },
    ]),
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

describe('a group', () => {
  it('is listed with the author of its last message', async () => {
    const opened = vi.fn()
    renderPage(
      <ChatsColumn phone={phone} current={null} onOpen={opened} onBack={() => undefined} />,
    )
    const row = await screen.findByRole('button', { name: /^Group ?Kawan kopi/ })
    expect(row.textContent).toContain('Kedai Kopi: RM4')
    fireEvent.click(row)
    expect(opened).toHaveBeenCalledWith(id)
  })

  it('shows the author’s name on each message except the viewer’s own', async () => {
    const { say } = renderPage(
      <ChatPane phone={phone} contactNumber={id} onBack={() => undefined} />,
    )
    await screen.findByText('harga?')
    const log = within(screen.getByRole('log'))
    log.getByText('Lim')
    log.getByText('Kedai Kopi')
    expect(screen.getByRole('combobox', { name: 'View and write as' }).textContent).toContain(
      'Farah',
    )
    await say('sandbox_presence', {
      phoneNumber: '60111',
      contactNumber: id,
      presence: 'composing',
    })
    screen.getByText('Kedai Kopi is typing…')
  })

  it('is written in as the chosen member', async () => {
    api.answers[`POST ${MESSAGES}`] = ok(message('60122', 'Hai'))
    renderPage(<ChatPane phone={phone} contactNumber={id} onBack={() => undefined} />)
    const box = await screen.findByRole('textbox', { name: 'Write as Farah' })
    fireEvent.change(box, { target: { value: 'Hai' } })
    await act(async () => fireEvent.keyDown(box, { key: 'Enter' }))
    await waitFor(() => expect(api.calls).toContain(`POST ${MESSAGES}`))
  })
})

describe('making a group', () => {
  const made = vi.fn()
  beforeEach(async () => {
    made.mockReset()
    renderPage(<ChatsColumn phone={phone} current={null} onOpen={made} onBack={() => undefined} />)
    fireEvent.click(await screen.findByRole('button', { name: 'New group' }))
    await screen.findByRole('checkbox', { name: /Farah/ })
  })
  const name = (text: string) =>
    fireEvent.change(screen.getByRole('textbox', { name: 'Group name' }), {
      target: { value: text },
    })
  const others = (text: string) =>
    fireEvent.change(screen.getByRole('textbox', { name: 'Other numbers' }), {
      target: { value: text },
    })
  const submit = () =>
    act(async () => fireEvent.click(screen.getByRole('button', { name: 'Create group' })))

  it('adds selected contacts and typed numbers, and opens the group', async () => {
    api.answers[`POST ${PHONE}/groups`] = ok(group)
    name('Kawan kopi')
    fireEvent.click(screen.getByRole('checkbox', { name: /Farah/ }))
    others('+60 13-333 4444,\n601222333')
    await submit()
    await waitFor(() => expect(made).toHaveBeenCalledWith(id))
  })

  it.each([
    ['no name', '', '601222333', 'Group name cannot be empty.'],
    ['no member', 'Kawan', '', 'Choose a member or enter a number.'],
    ['what is no number', 'Kawan', 'Farah', 'Enter 6 to 15 digits, including the country code.'],
  ])('with %s shows what is missing', async (_what, subject, numbers, text) => {
    name(subject)
    others(numbers)
    await submit()
    screen.getByText(text)
    expect(api.calls).not.toContain(`POST ${PHONE}/groups`)
  })

  it('shows why it was refused, and keeps the input', async () => {
    api.answers[`POST ${PHONE}/groups`] = refused(409, 'Not on the network.')
    name('Kawan')
    others('601222333')
    await submit()
    await screen.findByText('Not on the network.')
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Group name' }).value).toBe(
      'Kawan',
    )
  })

  it("reports another member's phone at the members field", async () => {
    const TAKEN = 'This number already belongs to another sandbox phone.'
    api.answers[`POST ${PHONE}/groups`] = refusedAt('members', 409, TAKEN, 'sandbox_number_taken')
    name('Kawan')
    others('601222333')
    await submit()
    await screen.findByText(TAKEN)
    const box = screen.getByRole('textbox', { name: 'Other numbers' })
    expect(document.getElementById(box.getAttribute('aria-describedby') ?? '')?.textContent).toBe(
      TAKEN,
    )
    expect(screen.getAllByText(TAKEN)).toHaveLength(1)
  })
})

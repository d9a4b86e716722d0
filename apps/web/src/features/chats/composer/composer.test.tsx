// @vitest-environment jsdom
import type { ComposerBlock } from '@kirim/contract/chats'
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
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
import { deviceOf } from '#shared/testing/samples.ts'
import { chooseFiles, press, stubLayout } from '#shared/testing/user.ts'
import { usePendingEntries } from '../conversation/pending-entries.ts'
import { ReplyProvider } from '../conversation/reply-context.tsx'
import { useLiveChats } from '../live/use-live-chats.ts'
import { chatOf, entryOf } from '../testing/entries.ts'
import { Composer } from './composer.tsx'

const SEND = 'POST /chats/c1/messages'
const DRAFT = 'chat reply:u1:u1:c1'
const ours = entryOf({ id: 'm1', place: 'p2', by: 'member', text: 'Boleh', state: 'pending' })
const farid = { id: 'u2', name: 'Farid', mayWrite: true, isHere: true }

let api: FakeApi
beforeEach(() => {
  stubLayout()
  localStorage.clear()
  api = fakeApi({
    'GET /chats/c1': ok(opened()),
    'GET /whatsapp/devices': ok([deviceOf()]),
    'GET /chats/people': ok([{ ...farid, id: 'u1', name: 'Aisyah' }, farid]),
    'GET /contact-fields': ok([]),
    [SEND]: { ...ok(ours), status: 201 },
  })
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function opened(block: ComposerBlock | null = null, given = {}) {
  return {
    chat: chatOf({ id: 'c1', name: 'Nurul', deviceId: 'd1', ...given }),
    entries: [],
    hasEarlier: false,
    scheduled: [],
    block,
    unreadFrom: null,
  }
}

/** What waits for the server's answer, as the timeline shows it. */
function Pending() {
  const { pending } = usePendingEntries('c1')
  return (
    <ul aria-label="Pending">
      {pending.map(({ clientId, entry }) => (
        <li key={clientId}>{entry.text}</li>
      ))}
    </ul>
  )
}

function Live() {
  useLiveChats()
  return null
}

async function openComposer() {
  const page = renderPage(
    <ReplyProvider>
      <Live />
      <Composer chatId="c1" />
      <Pending />
    </ReplyProvider>,
  )
  await screen.findByRole('tab', { name: 'Reply' })
  return page
}
const reply = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Reply' })
const bodies = () => api.bodies.filter((_, at) => api.calls[at] === SEND) as { clientId: string }[]
const write = (value: string, box = reply()) =>
  act(async () => fireEvent.change(box, { target: { value } }))
const blockOf = (given: Partial<ComposerBlock>): ComposerBlock => ({
  code: 'number_away',
  isKept: false,
  until: null,
  params: {},
  ...given,
})

it('sends with Ctrl+Enter, shows it at once and empties the draft', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  api.answers[SEND] = { ...ok(ours), status: 201, after: promise }
  await openComposer()
  await write('Boleh')
  expect(localStorage.getItem(DRAFT)).toBe('Boleh')
  fireEvent.keyDown(reply(), { key: 'Enter', ctrlKey: true })
  await screen.findByText('Boleh', { selector: 'li' })
  expect(reply().value).toBe('')
  resolve()
  await waitFor(() => expect(screen.getByRole('list', { name: 'Pending' }).textContent).toBe(''))
  expect(localStorage.getItem(DRAFT)).toBeNull()
  expect(Object.keys(localStorage)).toEqual([])
})

it('asks again with the same id when the answer is lost', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true, advanceTimeDelta: 200 })
  api.answers[SEND] = unanswered()
  await openComposer()
  await write('Boleh')
  await press('Send')
  await waitFor(() => expect(callsOf(api, SEND)).toHaveLength(2), { timeout: 5000 })
  api.answers[SEND] = { ...ok(ours), status: 201 }
  await waitFor(() => expect(screen.getByRole('list', { name: 'Pending' }).textContent).toBe(''), {
    timeout: 5000,
  })
  expect(new Set(bodies().map(({ clientId }) => clientId)).size).toBe(1)
})

it('sends what a closed page left behind, with its id', async () => {
  const left = [{ clientId: 'left-behind', text: 'Masih ada' }]
  localStorage.setItem('chat outbox:u1:u1:c1', JSON.stringify(left))
  await openComposer()
  await waitFor(() =>
    expect(lastBodyOf(api, SEND)).toMatchObject({ clientId: 'left-behind', text: 'Masih ada' }),
  )
  await waitFor(() => expect(localStorage.getItem('chat outbox:u1:u1:c1')).toBeNull())
})

it('puts back what was refused, before what was written meanwhile', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const refusal = refused(409, 'This person opted out.', 'opted_out')
  api.answers[SEND] = { ...refusal, after: promise }
  await openComposer()
  await write('Boleh')
  await press('Send')
  await write('Dan')
  resolve()
  await screen.findByText('This person opted out.')
  expect(reply().value).toBe('Boleh\nDan')
  expect(screen.getByRole('list', { name: 'Pending' }).textContent).toBe('')
})

it('closes at once when the person opts out, and opens when they write', async () => {
  const { say } = await openComposer()
  api.answers['GET /chats/c1'] = ok(opened(blockOf({ code: 'opted_out' })))
  await say('opt_outs_changed')
  await screen.findByText('Nurul opted out')
  const hasWritten = { lastAt: new Date().toISOString() }
  api.answers['GET /chats/c1'] = ok(opened(null, hasWritten))
  await say('chat_changed', opened(null, hasWritten).chat)
  await screen.findByRole('textbox', { name: 'Reply' })
})

it('sends several files one by one, with the text on the first', async () => {
  await openComposer()
  const picture = (name: string) => new File(['x'], name, { type: 'image/png' })
  await chooseFiles('Files to attach', picture('a.png'), picture('b.png'))
  await write('Peta')
  await press('Send')
  await waitFor(() => expect(callsOf(api, SEND)).toHaveLength(2))
  expect(bodies()).toMatchObject([
    { text: 'Peta', file: expect.objectContaining({ name: 'a.png' }) },
    { text: '', file: expect.objectContaining({ name: 'b.png' }) },
  ])
})

it('keeps the draft over a reload, and follows other tabs', async () => {
  localStorage.setItem(DRAFT, 'Nanti')
  await openComposer()
  expect(reply().value).toBe('Nanti')
  localStorage.setItem(DRAFT, 'Dari tab lain')
  fireEvent(window, new StorageEvent('storage', { key: DRAFT }))
  expect(reply().value).toBe('Dari tab lain')
})

it('asks once before it sends while somebody else is writing', async () => {
  const { say } = await openComposer()
  const people = [{ id: 'u2', name: 'Farid', isWriting: true }]
  await say('chat_presence_changed', { chatId: 'c1', people })
  await write('Satu')
  await press('Send')
  await screen.findByText('Farid is writing too. Send anyway?')
  await press('Send', screen.getByRole('alertdialog'))
  await waitFor(() => expect(callsOf(api, SEND)).toHaveLength(1))
  await write('Dua')
  await press('Send')
  await waitFor(() => expect(callsOf(api, SEND)).toHaveLength(2))
})

it('fills in a saved reply that is chosen by a slash', async () => {
  const updatedAt = '2026-11-20T00:00:00.000Z'
  const parkir = { id: 't1', name: 'parkir', updatedAt }
  api.answers['GET /saved-texts'] = ok({ items: [{ ...parkir, start: 'Ada, [name]' }], total: 1 })
  api.answers['GET /saved-texts/t1'] = ok({ ...parkir, text: 'Ada, [name]' })
  api.answers['POST /chats/c1/filled-text'] = ok({ text: 'Ada, Nurul' })
  await openComposer()
  await write('/par')
  await screen.findByRole('option', { name: /parkir/ })
  fireEvent.keyDown(reply(), { key: 'Enter' })
  await waitFor(() => expect(reply().value).toBe('Ada, Nurul'))
})

it('mentions somebody in a note, whom the server is told', async () => {
  api.answers['POST /chats/c1/notes'] = { ...ok(entryOf({ type: 'note', by: null })), status: 201 }
  await openComposer()
  fireEvent.mouseDown(screen.getByRole('tab', { name: 'Note' }), { button: 0 })
  const note = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Note' })
  note.focus()
  await write('Tolong @Far', note)
  await screen.findByRole('option', { name: 'Farid' })
  fireEvent.keyDown(note, { key: 'Enter' })
  await waitFor(() => expect(note.value).toBe('Tolong @Farid '))
  await press('Add note')
  await waitFor(() =>
    expect(lastBodyOf(api, 'POST /chats/c1/notes')).toEqual({
      text: 'Tolong @Farid',
      mentions: ['u2'],
    }),
  )
  await waitFor(() => expect(note.value).toBe(''))
})

it.each<[Partial<ComposerBlock>, string, string[]]>([
  [{ code: 'opted_out' }, 'Nurul opted out', ['Write a note']],
  [{ code: 'number_away', isKept: true }, 'Kedai is not connected', ['Reconnect', 'Write anyway']],
  [{ code: 'new_chats_held', isKept: true }, 'First messages wait', ['Write, it leaves later']],
  [{ code: 'assignee_only' }, 'Farid has this chat', ['Write a note', 'Take the chat']],
  [{ code: 'group_off' }, 'Groups are read only on Kedai', ['Write a note']],
])('says in place of the box what %j means, with the way out', async (block, title, buttons) => {
  api.answers['GET /chats/c1'] = ok(opened(blockOf(block), { assignedTo: 'u2' }))
  await openComposer()
  await screen.findByText(title)
  expect(screen.queryByRole('textbox', { name: 'Reply' })).toBeNull()
  for (const name of buttons) screen.getByRole('button', { name })
})

it('lets one write what is kept until the number is back', async () => {
  api.answers['GET /chats/c1'] = ok(opened(blockOf({ isKept: true })))
  await openComposer()
  await press('Write anyway')
  expect(reply().value).toBe('')
})

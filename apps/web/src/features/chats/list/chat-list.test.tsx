// @vitest-environment jsdom
import type { Chat } from '@kirim/contract/chats'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Route } from 'wouter'
import {
  callsOf,
  type FakeApi,
  fakeApi,
  lastBodyOf,
  ok,
  refused,
} from '#shared/testing/fake-api.ts'
import { renderPage } from '#shared/testing/render-page.tsx'
import { deviceOf } from '#shared/testing/samples.ts'
import { press, pressKey, searchFor, stubLayout } from '#shared/testing/user.ts'
import { ChatWatch } from '../live/chat-watch.tsx'
import { useLiveChats } from '../live/use-live-chats.ts'
import { chatOf } from '../testing/entries.ts'
import { ChatList } from './chat-list.tsx'

const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()
const waiting = (id: string, minutes: number, given: Partial<Chat> = {}) =>
  chatOf({ id, name: id, waitingSince: ago(minutes), lastAt: ago(minutes), unread: 1, ...given })
const answered = (id: string, minutes: number, given: Partial<Chat> = {}) =>
  chatOf({ id, name: id, queue: 'answered', waitingSince: null, lastAt: ago(minutes), ...given })

const page = (...chats: Chat[]) => ok({ chats, next: null })
const counts = {
  deviceId: 'd1',
  assignedTo: null,
  unanswered: 2,
  answered: 1,
  snoozed: 3,
  closed: 0,
}

let api: FakeApi
beforeEach(() => {
  // Waits are counted to the minute, however long a test takes.
  vi.useFakeTimers({ toFake: ['Date'] })
  stubLayout()
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(800)
  HTMLElement.prototype.scrollTo = () => undefined
  api = fakeApi({
    'GET /chats': page(waiting('Priya', 93), waiting('Mei', 4), answered('Siti', 30)),
    'GET /chats/counts': ok([counts]),
    'GET /chats/people': ok([{ id: 'u2', name: 'Farid Hakim', mayWrite: true, isHere: true }]),
    'GET /chats/labels': ok([{ id: 'l1', name: 'Complaint', colour: 'clay' }]),
    'GET /chats/views': ok([]),
    'GET /whatsapp/devices': ok([deviceOf()]),
  })
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

function Page() {
  useLiveChats()
  return (
    <>
      <ChatWatch />
      <ChatList />
    </>
  )
}

const show = (address = '/chats', workspace = {}) =>
  renderPage(
    <Route path="/chats/:chatId?">
      <Page />
    </Route>,
    {},
    address,
    workspace,
  )
const rowsShown = () =>
  [...document.querySelectorAll<HTMLElement>('[data-chat]')].map(({ dataset }) => dataset.chat)
const row = (id: string) => document.querySelector<HTMLElement>(`[data-chat="${id}"]`)
const rowOf = (id: string) => {
  const found = row(id)
  if (!found) throw new Error(`There is no row of ${id}.`)
  return found
}

describe('a list', () => {
  it('says who waits, for how long, what they wrote, and whose it is', async () => {
    const labelled = { labelIds: ['l1'], assignedTo: 'u2', preview: 'Belum sampai', unread: 3 }
    api.answers['GET /chats'] = page(
      waiting('Priya', 93, labelled),
      answered('Siti', 30, { lastBy: 'chatbot', preview: 'Buka 7 pagi', phoneNumber: '•••• 88' }),
    )
    show()
    await waitFor(() => expect(rowsShown()).toEqual(['Priya', 'Siti']))
    // Labels, people, numbers and counts each come by themselves.
    await waitFor(() => {
      const { textContent } = rowOf('Priya')
      expect(textContent).toContain('Complaint')
      expect(textContent).toMatch(/Belum sampai.*3 unread.*Kedai.*waits 1 h 33 min/)
    })
    await within(rowOf('Priya')).findByTitle('Assigned to Farid Hakim')
    expect(rowOf('Siti').textContent).toContain('Chatbot: Buka 7 pagi')
    await screen.findByRole('tab', { name: /^Unanswered ?2$/ })
    const heads = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)
    expect(heads).toEqual(['Waiting for an answer2', 'Already answered'])
  })

  it('follows events without another request', async () => {
    const { say } = show()
    await waitFor(() => expect(rowsShown()).toEqual(['Priya', 'Mei', 'Siti']))
    await screen.findByRole('tab', { name: /^Unanswered ?2$/ })
    const asked = () => api.calls.filter((call) => /^GET \/chats(\?|\/counts|$)/.test(call))
    const before = asked()
    await say('chat_changed', waiting('Bala', 50))
    await say('chat_changed', answered('Priya', 0))
    await say('chat_gone', { id: 'Mei' })
    await say('chat_count_changed', { ...counts, unanswered: 1 })
    await waitFor(() => expect(rowsShown()).toEqual(['Bala', 'Priya', 'Siti']))
    await screen.findByRole('tab', { name: /^Unanswered ?1$/ })
    expect(asked()).toEqual(before)
  })

  it('is read again, once, after events were missed', async () => {
    const { setConnection } = show()
    await waitFor(() => expect(rowsShown()).toHaveLength(3))
    api.answers['GET /chats'] = page(waiting('Bala', 1))
    await setConnection('disconnected')
    await setConnection('connected')
    await waitFor(() => expect(rowsShown()).toEqual(['Bala']))
    expect(api.calls.filter((call) => call.startsWith('GET /chats?'))).toHaveLength(2)
  })

  it('does not move under a pointer', async () => {
    const { say } = show()
    await waitFor(() => expect(rowsShown()).toHaveLength(3))
    const box = document.querySelector('[data-chat-rows]') as HTMLElement
    fireEvent.pointerOver(box, { pointerType: 'mouse' })
    await say('chat_changed', waiting('Bala', 120))
    await screen.findByRole('button', { name: '1 new' })
    expect(rowsShown()).toEqual(['Priya', 'Mei', 'Siti'])
    await press('1 new')
    await waitFor(() => expect(rowsShown()).toEqual(['Bala', 'Priya', 'Mei', 'Siti']))
  })

  it('asks the server for the queue and filters of the address', async () => {
    show('/chats?view=closed&labelId=l1&kind=nonsense')
    await waitFor(() =>
      expect(api.calls).toContainEqual(
        expect.stringMatching(/^GET \/chats\?(?=.*view=closed)(?=.*labelId=l1)(?!.*kind)/),
      ),
    )
  })

  it.each([
    ['/chats?view=unanswered', {}, 'Nobody waits for an answer.'],
    ['/chats?labelId=l1', {}, 'No chat matches these filters.'],
    ['/chats', { 'GET /whatsapp/devices': ok([]) }, 'Link a number to see its chats.'],
    ['/chats', { 'GET /chats': refused(400, 'No.') }, 'The chats could not be loaded.'],
  ])('that is empty at %s with %j says why', async (address, answers, text) => {
    Object.assign(api.answers, { 'GET /chats': page() }, answers)
    show(address)
    expect(await screen.findByText(text)).toBeTruthy()
  })
})

describe('keys', () => {
  const closed = (id: string) => chatOf({ id, name: id, queue: 'closed', closedAt: ago(0) })

  it('move, close with the next that waits in its place, and undo', async () => {
    api.answers['PUT /chats/Priya/closed'] = ok(closed('Priya'))
    api.answers['DELETE /chats/Priya/closed'] = ok(waiting('Priya', 93))
    show()
    await waitFor(() => expect(rowsShown()).toHaveLength(3))
    await pressKey(document.body, 'j')
    expect(document.activeElement).toBe(row('Priya'))
    await pressKey(document.activeElement ?? document.body, 'e')
    await waitFor(() => expect(rowsShown()).toEqual(['Mei', 'Siti']))
    expect(document.activeElement).toBe(row('Mei'))
    await press('Undo')
    await waitFor(() => expect(callsOf(api, 'DELETE /chats/Priya/closed')).toHaveLength(1))
    await waitFor(() => expect(rowsShown()).toContain('Priya'))
  })

  it('take back what the server refuses', async () => {
    api.answers['PUT /chats/Priya/closed'] = refused(403, 'Not allowed.')
    show()
    await waitFor(() => expect(rowsShown()).toHaveLength(3))
    await pressKey(document.body, 'j')
    await pressKey(document.activeElement ?? document.body, 'e')
    expect(await screen.findByText('The chat could not be changed.')).toBeTruthy()
    await waitFor(() => expect(rowsShown()).toContain('Priya'))
  })

  it('ask whom to assign a chat to', async () => {
    api.answers['PUT /chats/Priya/assignee'] = ok(waiting('Priya', 93, { assignedTo: 'u2' }))
    show()
    await waitFor(() => expect(rowsShown()).toHaveLength(3))
    await pressKey(document.body, 'j')
    await pressKey(document.activeElement ?? document.body, 'a')
    await screen.findByRole('dialog', { name: 'Assign to' })
    await press(/^Farid Hakim/)
    await waitFor(() =>
      expect(lastBodyOf(api, 'PUT /chats/Priya/assignee')).toEqual({ personId: 'u2' }),
    )
  })

  it('snooze, with the focus on the next row', async () => {
    api.answers['PUT /chats/Priya/snooze'] = ok(waiting('Priya', 93, { queue: 'snoozed' }))
    show()
    await waitFor(() => expect(rowsShown()).toHaveLength(3))
    await pressKey(document.body, 'j')
    await pressKey(document.activeElement ?? document.body, 's')
    await screen.findByRole('dialog', { name: 'Snooze until' })
    await press('Until they write')
    await waitFor(() => expect(rowsShown()).toEqual(['Mei', 'Siti']))
    await waitFor(() => expect(document.activeElement).toBe(row('Mei')))
  })

  it('do nothing in a field, nor for a viewer', async () => {
    show('/chats', { role: 'viewer' })
    await waitFor(() => expect(rowsShown()).toHaveLength(3))
    await pressKey(screen.getByRole('searchbox'), 'j')
    expect(document.activeElement).not.toBe(row('Priya'))
    await pressKey(document.body, 'j')
    await pressKey(document.activeElement ?? document.body, 'e')
    expect(callsOf(api, 'PUT /chats/Priya/closed')).toEqual([])
    expect(screen.queryByRole('button', { name: 'Choose several' })).toBeNull()
  })
})

it('closes several chosen chats', async () => {
  for (const id of ['Priya', 'Siti']) {
    api.answers[`PUT /chats/${id}/closed`] = ok(chatOf({ id, name: id, queue: 'closed' }))
  }
  show()
  await waitFor(() => expect(rowsShown()).toHaveLength(3))
  await press('Choose several')
  for (const name of [/Priya/, /Siti/]) fireEvent.click(screen.getByRole('checkbox', { name }))
  const bar = await screen.findByRole('region', { name: 'Chosen chats' })
  expect(bar.textContent).toContain('2 chosen')
  await press('Close', bar)
  await waitFor(() => expect(rowsShown()).toEqual(['Mei']))
})

it('finds chats and messages, and leads to the place of a message', async () => {
  const found = {
    chat: answered('Siti', 30),
    entryId: 'e7',
    place: 'p 7',
    at: ago(60),
    by: 'person',
    before: 'Ada ',
    match: 'tempat',
    after: ' letak kereta?',
  }
  api.answers['GET /chats/search'] = ok({
    chats: [answered('Tempatan', 5)],
    messages: [found],
    next: null,
    isComplete: true,
  })
  show()
  await searchFor('tempat')
  const link = await screen.findByRole('link', { name: /Ada tempat letak kereta/ })
  expect(link.getAttribute('href')).toMatch(/^\/chats\/Siti\?.*at=p\+7/)
  expect(link.querySelector('mark')?.textContent).toBe('tempat')
  expect(rowOf('Tempatan')).toBeTruthy()
})

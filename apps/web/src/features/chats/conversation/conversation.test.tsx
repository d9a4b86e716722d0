// @vitest-environment jsdom

import type { ChatEntry } from '@kirim/contract/chat-entries'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  callsOf,
  type FakeApi,
  fakeApi,
  lastBodyOf,
  ok,
  refused,
} from '#shared/testing/fake-api.ts'
import { stubObjectUrls } from '#shared/testing/object-urls.ts'
import { renderPage } from '#shared/testing/render-page.tsx'
import { chooseFromMenu, press, pressKey } from '#shared/testing/user.ts'
import { chatOf, entryOf, fileOf } from '../testing/entries.ts'
import { Conversation } from './conversation.tsx'

const noBlock = { hasEarlier: false, scheduled: [], block: null, unreadFrom: null }
const opened = (entries: ChatEntry[], given: object = {}) =>
  ok({ chat: chatOf(), entries, ...noBlock, ...given })
const aina = { by: 'member', author: { name: 'Aina' }, state: 'read' } as const

let api: FakeApi
beforeEach(() => {
  stubLayout()
  stubObjectUrls()
  api = fakeApi({
    'GET /chats/c1': opened([entryOf()]),
    'GET /chats/people': ok([{ id: 'p2', name: 'Farid', mayWrite: true, isHere: true }]),
    'GET /chats/labels': ok([]),
    'GET /whatsapp/devices': ok([]),
    'POST /chats/c1/read': { status: 204, body: null },
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

/** jsdom lays nothing out, and a list draws only what is on screen. */
function stubLayout() {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe = () => undefined
      unobserve = () => undefined
      disconnect = () => undefined
    },
  )
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(10_000)
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(600)
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(60)
  HTMLElement.prototype.scrollTo = () => undefined
}

const show = (workspace = {}) =>
  renderPage(<Conversation chatId="c1" composer={null} />, {}, '/chats/c1', workspace)

const message = async (text: RegExp) => screen.findByRole('article', { name: text })

describe('who wrote, and how far it came', () => {
  it.each<[string, Partial<ChatEntry>, string[]]>([
    ['a person of the team', aina, ['Aina', 'Read']],
    [
      'a campaign',
      { by: 'campaign', originName: 'Promo', state: 'delivered' },
      ['Campaign: Promo', 'Delivered'],
    ],
    [
      'a chatbot',
      { by: 'chatbot', originName: 'Hours', state: 'sent' },
      ['Chatbot: Hours', 'Sent'],
    ],
    ['the phone', { by: 'phone', state: 'read' }, ['From the phone', 'Read']],
  ])('of %s', async (_what, given, [origin = '', tick = '']) => {
    api.answers['GET /chats/c1'] = opened([entryOf(given)])
    show()
    const bubble = await message(/Boleh simpan/)
    expect(within(bubble).getByText(origin)).toBeTruthy()
    expect(within(bubble).getByRole('img', { name: tick })).toBeTruthy()
  })

  it('says why one has not arrived', async () => {
    const reason = { code: 'refused', params: { code: '475' } }
    api.answers['GET /chats/c1'] = opened([entryOf({ ...aina, state: 'failed', reason })])
    show()
    expect(await screen.findByText('Refused by WhatsApp (475).')).toBeTruthy()
    const again = entryOf({ ...aina, id: 'e2', place: 'p2', state: 'pending', text: 'Again' })
    api.answers['POST /chats/c1/messages/e1/retry'] = { status: 201, body: again }
    await press('Try again')
    expect(await message(/Again/)).toBeTruthy()
  })
})

describe('what came and changes', () => {
  it('is shown once, in its place, and is said to screen readers', async () => {
    const { say } = show()
    await message(/Boleh simpan/)
    const news = entryOf({ id: 'e2', place: 'p2', text: 'Terima kasih!' })
    await say('chat_entries_changed', { chatId: 'c1', entries: [news] })
    await say('chat_entries_changed', { chatId: 'c1', entries: [news] })
    await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(2))
    expect(screen.getByText(/^Nurul Huda: Terima kasih!, /)).toBeTruthy()
    await say('chat_entries_gone', { chatId: 'c1', entryIds: ['e2'] })
    await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(1))
  })

  it('is read again once after missed events', async () => {
    const { setConnection } = show()
    await message(/Boleh simpan/)
    const news = entryOf({ id: 'e2', place: 'p2', text: 'Terima kasih!' })
    api.answers['GET /chats/c1/entries'] = ok({
      entries: [entryOf(), news],
      hasEarlier: false,
      hasLater: false,
    })
    await setConnection('disconnected')
    await setConnection('connected')
    expect(await message(/Terima kasih/)).toBeTruthy()
  })

  it('shows that the person writes until their message comes', async () => {
    const { say } = show()
    await message(/Boleh simpan/)
    await say('chat_typing', { chatId: 'c1', typing: 'composing' })
    expect(screen.getByText('Nurul Huda is writing…')).toBeTruthy()
    await say('chat_entries_changed', { chatId: 'c1', entries: [entryOf({ id: 'e2' })] })
    expect(screen.queryByText('Nurul Huda is writing…')).toBeNull()
  })
})

describe('what happened to the chat', () => {
  const byAina = { name: 'Aina' }
  it.each<[string, ChatEntry['event'], ChatEntry['author'], RegExp]>([
    ['closed', { kind: 'closed', params: {} }, byAina, /^Closed by Aina at/],
    ['reopened by a message', { kind: 'reopened', params: {} }, null, /: Nurul Huda wrote$/],
    ['given', { kind: 'assigned', params: { personId: 'p2' } }, byAina, /^Given to Farid by Aina/],
    [
      'labelled with a label that is gone',
      { kind: 'labelled', params: { labelId: 'l9', name: 'Order' } },
      byAina,
      /^Label Order added by Aina/,
    ],
    ['snoozed', { kind: 'snoozed', params: {} }, byAina, /until Nurul Huda writes$/],
  ])('is a sentence: %s', async (_what, event, author, sentence) => {
    const entry = entryOf({ type: 'event', by: null, text: '', author, event })
    api.answers['GET /chats/c1'] = opened([entry])
    show()
    expect(await screen.findByText(sentence)).toBeTruthy()
  })
})

describe('reading', () => {
  const unread = () => opened([entryOf()], { chat: chatOf({ unread: 1 }), unreadFrom: 'p1' })

  it('marks a chat as read in a window with the focus', async () => {
    vi.spyOn(document, 'hasFocus').mockReturnValue(true)
    api.answers['GET /chats/c1'] = unread()
    show()
    expect(await screen.findByText('1 new')).toBeTruthy()
    await waitFor(() => expect(callsOf(api, 'POST /chats/c1/read')).toHaveLength(1))
  })

  it.each([
    ['in a window behind others', false, {}],
    ['by somebody who only looks', true, { role: 'viewer' }],
  ])('does not %s', async (_what, hasFocus, workspace) => {
    vi.spyOn(document, 'hasFocus').mockReturnValue(hasFocus)
    api.answers['GET /chats/c1'] = unread()
    show(workspace)
    await message(/Boleh simpan/)
    expect(callsOf(api, 'POST /chats/c1/read')).toEqual([])
  })
})

describe('a deleted message', () => {
  const deleted = entryOf({ text: '', deletedAt: '2026-11-27T08:45:00.000Z' })

  it('says what it said to those who lead', async () => {
    api.answers['GET /chats/c1'] = opened([deleted])
    api.answers['POST /chats/c1/entries/e1/deleted-text'] = ok({ text: 'Esok jadi ke?' })
    show()
    await screen.findByText(/Nurul Huda deleted this message/)
    await press('Show what it said')
    expect(await screen.findByText('Esok jadi ke?')).toBeTruthy()
  })

  it('does not to others', async () => {
    api.answers['GET /chats/c1'] = opened([deleted])
    show({ role: 'agent' })
    await screen.findByText(/Nurul Huda deleted this message/)
    expect(screen.queryByRole('button', { name: 'Show what it said' })).toBeNull()
  })
})

it('shows the earlier wordings of an edited message', async () => {
  const editedAt = '2026-11-27T08:45:00.000Z'
  api.answers['GET /chats/c1'] = opened([entryOf({ ...aina, editedAt })])
  api.answers['GET /chats/c1/entries/e1/wordings'] = ok([{ text: 'Ada!', at: editedAt }])
  show()
  await message(/Boleh simpan/)
  await press('Edited')
  expect(await screen.findByText('Ada!')).toBeTruthy()
})

it('reacts at once, and takes it back when the server refuses', async () => {
  api.answers['PUT /chats/c1/messages/e1/reaction'] = refused(409, 'Not now.')
  show()
  const bubble = await message(/Boleh simpan/)
  await chooseFromMenu('Actions for this message', 'React with 👍')
  expect(lastBodyOf(api, 'PUT /chats/c1/messages/e1/reaction')).toEqual({ emoji: '👍' })
  expect(await screen.findByText('Not now.')).toBeTruthy()
  expect(within(bubble).queryByText(/Reaction from/)).toBeNull()
})

it('moves between messages by the arrow keys', async () => {
  api.answers['GET /chats/c1'] = opened([
    entryOf(),
    entryOf({ id: 'e2', place: 'p2', text: 'Dua' }),
  ])
  show()
  const last = await message(/Dua/)
  last.focus()
  await pressKey(last, 'ArrowUp')
  await waitFor(() =>
    expect(document.activeElement?.getAttribute('aria-label')).toMatch(/Boleh simpan/),
  )
})

describe('a file that is not here', () => {
  it.each([
    ['gone', 'No longer on the phone'],
    ['too_large', 'Too large to be kept here'],
  ] as const)('says so: %s', async (state, text) => {
    const file = fileOf({ state, path: null })
    api.answers['GET /chats/c1'] = opened([entryOf({ kind: 'image', text: '', file })])
    show()
    expect(await screen.findByText(text)).toBeTruthy()
  })
})

describe('a chat that cannot be shown', () => {
  it('is gone', async () => {
    api.answers['GET /chats/c1'] = refused(404, 'No chat.', 'chat_not_found')
    show()
    expect(await screen.findByText('This chat is not here any more')).toBeTruthy()
  })

  it('is asked for again by a button', async () => {
    api.answers['GET /chats/c1'] = refused(403, 'Not now.')
    show()
    await screen.findByText('Not now.')
    api.answers['GET /chats/c1'] = opened([entryOf()])
    await press('Try again')
    expect(await message(/Boleh simpan/)).toBeTruthy()
  })
})

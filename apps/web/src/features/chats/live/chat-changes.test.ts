import type { Chat } from '@kirim/contract/chats'
import { describe, expect, it } from 'vitest'
import type { ChatSelection, LoadedChats } from '../chat-queries.ts'
import { chatOf, entryOf } from '../testing/entries.ts'
import { withChat, withCount, withEntries } from './chat-changes.ts'

const at = (minute: number) => `2026-11-27T08:${String(minute).padStart(2, '0')}:00.000Z`
const waiting = (id: string, minute: number, more: Partial<Chat> = {}) =>
  chatOf({ id, queue: 'unanswered', waitingSince: at(minute), lastAt: at(minute), ...more })
const answered = (id: string, minute: number, more: Partial<Chat> = {}) =>
  chatOf({ id, queue: 'answered', waitingSince: null, lastAt: at(minute), ...more })

const ALL: ChatSelection = { view: 'all', filter: {} }
/** Two pages, of which there are more. */
const list: LoadedChats = {
  pages: [
    { chats: [waiting('w1', 1), waiting('w3', 3)], next: 'a' },
    { chats: [answered('a9', 9), answered('a5', 5)], next: 'b' },
  ],
  pageParams: ['', 'a'],
}
const ids = ({ pages }: LoadedChats) =>
  pages.map(({ chats }) => chats.map(({ id }) => id).join(' '))

describe('a chat in a loaded list', () => {
  it.each<[string, Chat, Partial<ChatSelection>, string[]]>([
    ['that is new goes where it belongs', waiting('w2', 2), {}, ['w1 w2 w3', 'a9 a5']],
    ['that was answered moves to the others', answered('w1', 10), {}, ['w3', 'w1 a9 a5']],
    ['that was closed leaves', chatOf({ id: 'w1', queue: 'closed' }), {}, ['w3', 'a9 a5']],
    ['beyond the loaded pages is not shown', answered('a1', 1), {}, ['w1 w3', 'a9 a5']],
    ['of somebody else is not mine', waiting('w2', 2), { view: 'mine' }, ['w1 w3', 'a9 a5']],
    [
      'of another number is filtered out',
      waiting('w1', 1, { deviceId: 'd2' }),
      { filter: { deviceId: 'd1' } },
      ['w3', 'a9 a5'],
    ],
    [
      'with the label stays',
      waiting('w2', 2, { labelIds: ['l1'] }),
      { filter: { labelId: 'l1' } },
      ['w1 w2 w3', 'a9 a5'],
    ],
    [
      'is not added to those of a tag, which only the server knows',
      waiting('w2', 2),
      { filter: { tag: 'VIP' } },
      ['w1 w3', 'a9 a5'],
    ],
  ])('%s', (_, chat, selection, expected) => {
    expect(ids(withChat(list, chat, { ...ALL, ...selection }, 'u1'))).toEqual(expected)
  })

  it('that is put aside is the first of those', () => {
    const snoozed = { pages: [{ chats: [chatOf({ id: 's1', queue: 'snoozed' })], next: null }] }
    const loaded = { ...snoozed, pageParams: [''] }
    const news = chatOf({ id: 's2', queue: 'snoozed' })
    expect(ids(withChat(loaded, news, { view: 'snoozed', filter: {} }, 'u1'))).toEqual(['s2 s1'])
  })

  it('is the last one where nothing follows', () => {
    const end = { ...list, pages: list.pages.map((page) => ({ ...page, next: null })) }
    expect(ids(withChat(end, answered('a1', 1), ALL, 'u1')).join(' ')).toContain('a1')
  })
})

it('counts replace those of the same number and assignee', () => {
  const row = {
    deviceId: 'd1',
    assignedTo: null,
    unanswered: 1,
    answered: 0,
    snoozed: 0,
    closed: 0,
  }
  const others = [{ ...row, assignedTo: 'u1' }]
  expect(withCount([row, ...others], { ...row, unanswered: 2 })).toEqual([
    ...others,
    { ...row, unanswered: 2 },
  ])
})

it('entries replace those with their ids, in the order of their places', () => {
  const opened = {
    chat: chatOf(),
    entries: [entryOf({ id: 'e2', place: 'b' })],
    hasEarlier: true,
    scheduled: [entryOf({ id: 's1', place: 'z', state: 'scheduled' })],
    block: null,
    unreadFrom: null,
  }
  const news = [
    entryOf({ id: 'e3', place: 'c' }),
    entryOf({ id: 'e2', place: 'b', text: 'Edited' }),
    entryOf({ id: 'e0', place: 'a' }),
    entryOf({ id: 's1', place: 'd', state: 'sent' }),
  ]
  const { entries, scheduled } = withEntries(opened, news)
  expect(entries.map(({ id, text }) => [id, text === 'Edited'])).toEqual([
    ['e2', true],
    ['e3', false],
    ['s1', false],
  ])
  expect(scheduled).toEqual([])
})

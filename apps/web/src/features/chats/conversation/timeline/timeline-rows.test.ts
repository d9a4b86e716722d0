import type { ChatEntry } from '@kirim/contract/chat-entries'
import { expect, it } from 'vitest'
import { entryOf } from '../../testing/entries.ts'
import { type TimelineRow, timelineRows } from './timeline-rows.ts'

const NOTHING = { scheduled: [], pending: [], unreadFrom: null, unread: 0 }
const aina = { by: 'member', author: { name: 'Aina' } } as const
const farid = { by: 'member', author: { name: 'Farid' } } as const

function entriesOf(given: readonly Partial<ChatEntry>[]): ChatEntry[] {
  return given.map((entry, n) => entryOf({ id: `e${n}`, place: `p${n}`, ...entry }))
}

/** The marks: `|` day, `=` unread, `A` an entry that names its author, `a` one that does not. */
function marksOf(rows: readonly TimelineRow[]): string {
  return rows
    .map(({ isNewDay, unread, showsAuthor }) =>
      [isNewDay && '|', unread > 0 && '=', showsAuthor ? 'A' : 'a'].filter(Boolean).join(''),
    )
    .join('')
}

it.each<[string, Partial<ChatEntry>[], string]>([
  ['one person of us, answered in between', [aina, {}, aina], '|Aaa'],
  ['two of us', [aina, farid, aina], '|AAA'],
  ['the same person on another day', [aina, { ...aina, at: '2026-11-28T08:00:00.000Z' }], '|A|A'],
  [
    'people of a group',
    [{ senderName: 'Nurul' }, { senderName: 'Nurul' }, { senderName: 'Mei' }],
    '|AaA',
  ],
  [
    'a chatbot and its item',
    [
      { by: 'chatbot', originName: 'Hours' },
      { by: 'chatbot', originName: 'Menu' },
    ],
    '|AA',
  ],
  [
    'notes and events, which name their own',
    [aina, { type: 'note' }, { type: 'event' }, aina],
    '|Aaaa',
  ],
])('names who wrote when it changes: %s', (_what, given, expected) => {
  expect(marksOf(timelineRows({ ...NOTHING, entries: entriesOf(given) }))).toBe(expected)
})

it('counts what the person wrote since the chat was last read', () => {
  const entries = entriesOf([{}, {}, aina, {}])
  const rows = timelineRows({ ...NOTHING, entries, unreadFrom: 'p1' })
  expect(marksOf(rows)).toBe('|a=aAa')
  expect(rows.map(({ unread }) => unread)).toEqual([0, 2, 0, 0])
})

it('draws no line for what was not loaded', () => {
  expect(marksOf(timelineRows({ ...NOTHING, entries: entriesOf([aina]), unreadFrom: 'p9' }))).toBe(
    '|A',
  )
})

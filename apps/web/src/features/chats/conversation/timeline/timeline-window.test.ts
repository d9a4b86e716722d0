import type { ChatEntry } from '@kirim/contract/chat-entries'
import { describe, expect, it } from 'vitest'
import { entryOf } from '../../testing/entries.ts'
import {
  type TimelineWindow,
  WINDOW_MAX,
  withEarlier,
  withEntries,
  withLater,
  withoutEntries,
} from './timeline-window.ts'

/** An entry whose id says where it stands. */
const at = (place: string, given: Partial<ChatEntry> = {}) =>
  entryOf({ id: place, place, ...given })

function windowOf(places: readonly string[], given: Partial<TimelineWindow> = {}): TimelineWindow {
  const entries = places.map((place) => at(place))
  return {
    entries,
    hasEarlier: false,
    hasLater: false,
    scheduled: [],
    unreadFrom: null,
    unread: 0,
    ...given,
  }
}

const ids = (entries: readonly ChatEntry[]) => entries.map(({ id }) => id).join('')

describe('a new entry', () => {
  it.each<[string, Partial<TimelineWindow>, string, string]>([
    ['after the end', {}, 'z', 'cemz'],
    ['between others', {}, 'd', 'cdem'],
    ['before the start of the chat', {}, 'a', 'acem'],
    ['before what was not loaded', { hasEarlier: true }, 'a', 'cem'],
    ['behind what was not loaded', { hasLater: true }, 'z', 'cem'],
    ['between others of a part', { hasEarlier: true, hasLater: true }, 'd', 'cdem'],
  ])('%s stands where it belongs', (_what, given, place, expected) => {
    const window = windowOf(['c', 'e', 'm'], given)
    expect(ids(withEntries(window, [at(place)]).entries)).toBe(expected)
  })

  it('is not shown twice when it comes again, and its newer state wins', () => {
    const window = withEntries(windowOf(['a']), [at('a', { text: 'new' })])
    expect(window.entries.map(({ text }) => text)).toEqual(['new'])
  })
})

it('keeps messages that leave later apart until they have left', () => {
  const late = at('s', { state: 'scheduled', sendAt: '2026-11-29T12:00:00.000Z' })
  const soon = at('r', { state: 'held', sendAt: '2026-11-29T11:00:00.000Z' })
  const waiting = withEntries(windowOf(['a']), [late, soon])
  expect([ids(waiting.entries), ids(waiting.scheduled)]).toEqual(['a', 'rs'])
  const left = withEntries(waiting, [{ ...late, place: 'z', state: 'sent' }])
  expect([ids(left.entries), ids(left.scheduled)]).toEqual(['as', 'r'])
})

it('forgets entries that are gone', () => {
  const window = windowOf(['a', 'b'], { scheduled: [at('s')] })
  const left = withoutEntries(window, ['b', 's'])
  expect([ids(left.entries), ids(left.scheduled)]).toEqual(['a', ''])
})

describe('a further page', () => {
  const many = Array.from({ length: WINDOW_MAX }, (_, n) => `k${String(n).padStart(4, '0')}`)
  const page = (places: readonly string[]) => ({
    entries: places.map((place) => at(place)),
    hasEarlier: false,
    hasLater: false,
  })

  it('of older entries drops the newest beyond the bound', () => {
    const window = withEarlier(windowOf(many, { hasEarlier: true }), page(['a', 'b']))
    expect(window.entries).toHaveLength(WINDOW_MAX)
    expect([window.entries[0]?.id, window.hasEarlier, window.hasLater]).toEqual(['a', false, true])
  })

  it('of newer entries drops the oldest beyond the bound', () => {
    const window = withLater(windowOf(many, { hasLater: true }), page(['y', 'z']))
    expect(window.entries).toHaveLength(WINDOW_MAX)
    expect([window.entries.at(-1)?.id, window.hasEarlier, window.hasLater]).toEqual([
      'z',
      true,
      false,
    ])
  })

  it('shows an entry once that both have', () => {
    expect(ids(withEarlier(windowOf(['b', 'c']), page(['a', 'b'])).entries)).toBe('abc')
  })
})

import { describe, expect, test } from 'vitest'
import { afterNews, type NewChatState } from './new-chat-state.ts'

const NOW = 1_000_000_000
const HOUR = 3_600_000
const FREE: NewChatState = {
  limitedUntil: null,
  isNamed: false,
  holdsUnanswered: false,
  lockedUntil: null,
  quota: null,
}
const GUESSED: NewChatState = { ...FREE, limitedUntil: NOW + HOUR }
const quota = (left: number, until: number | null = NOW + 5 * HOUR) => ({
  left,
  of: 50,
  from: NOW - HOUR,
  until,
})
const LOCKED = afterNews(FREE, { lock: { until: NOW + 2 * HOUR } }, NOW)
const UNENDED = afterNews(FREE, { lock: { until: null } }, NOW)
const SPENT = afterNews(FREE, { quota: quota(0, null) }, NOW)

describe('the end of a limit on new chats', () => {
  test.each<[string, NewChatState, Parameters<typeof afterNews>[1], number | null, boolean]>([
    ['a lock with an end', FREE, { lock: { until: NOW + 2 * HOUR } }, NOW + 2 * HOUR, true],
    ['a lock without one', FREE, { lock: { until: null } }, NOW + HOUR, false],
    ['the same, and a quota with some left', UNENDED, { quota: quota(3) }, NOW + HOUR, false],
    ['the same, lifted', UNENDED, { lock: null }, null, false],
    ['the same, with an end', UNENDED, { lock: { until: NOW + 9 } }, NOW + 9, true],
    ['a used up quota without an end, renewed', SPENT, { quota: quota(50) }, null, false],
    ['an end for what was guessed', GUESSED, { lock: { until: NOW + 9 } }, NOW + 9, true],
    ['no lock for what was guessed', GUESSED, { lock: null, quota: null }, NOW + HOUR, false],
    ['no lock for one that was named', LOCKED, { lock: null }, null, false],
    ['a lock that is over', FREE, { lock: { until: NOW - 1 } }, null, false],
    ['a quota with some left', FREE, { quota: quota(3) }, null, false],
    ['a quota that is used up', FREE, { quota: quota(0) }, NOW + 5 * HOUR, true],
    ['one that is used up, without an end', FREE, { quota: quota(0, null) }, NOW + HOUR, false],
    ['one whose time is over', FREE, { quota: quota(0, NOW - 1) }, null, false],
    ['a lock beside a longer quota', LOCKED, { quota: quota(0) }, NOW + 5 * HOUR, true],
    ['nothing', LOCKED, {}, NOW + 2 * HOUR, true],
  ])('%s', (_name, before, news, limitedUntil, isNamed) => {
    expect(afterNews(before, news, NOW)).toMatchObject({ limitedUntil, isNamed })
  })

  test('keeps covering people who never answered while there is a limit', () => {
    const refused = { ...GUESSED, holdsUnanswered: true }
    const named = afterNews(refused, { lock: { until: NOW + HOUR } }, NOW)
    expect([afterNews(refused, { lock: null }, NOW), named]).toMatchObject([
      { holdsUnanswered: true },
      { holdsUnanswered: true },
    ])
    expect(afterNews(named, { lock: null }, NOW).holdsUnanswered).toBe(false)
  })

  test('a renewed quota does not end the lock', () => {
    const both = afterNews(LOCKED, { quota: quota(0) }, NOW)
    expect(afterNews(both, { quota: quota(50) }, NOW)).toMatchObject({
      limitedUntil: NOW + 2 * HOUR,
      isNamed: true,
    })
  })
})

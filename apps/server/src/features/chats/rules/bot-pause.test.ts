import { PAUSED_FOR_GOOD } from '@kirim/contract/chat-settings'
import { describe, expect, test } from 'vitest'
import { pausedUntil } from './bot-pause.ts'

const NOW = Date.parse('2026-11-27T10:00:00Z')
const HOUR = 60 * 60_000
const GOOD = Date.parse(PAUSED_FOR_GOOD)

describe('until when chatbots are silent in a chat', () => {
  test.each<
    [string, Parameters<typeof pausedUntil>[1], number | null, number | null, number | null]
  >([
    ['nobody has spoken', '4h', null, null, null],
    ['a word just now', '4h', NOW, null, NOW + 4 * HOUR],
    ['a word an hour ago, for an hour', '1h', NOW - HOUR, null, null],
    ['a word a day ago, for less than a day', '24h', NOW - 24 * HOUR + 1, null, NOW + 1],
    ['a word silences nobody', 'off', NOW, null, null],
    ['a word, until somebody resumes', 'until_resumed', NOW - 900 * HOUR, null, GOOD],
    ['handed over, then a word', '4h', NOW, NOW - HOUR, NOW + 4 * HOUR],
    ['handed over', '1h', null, NOW - 1, NOW + HOUR - 1],
    ['handed over where a word silences nobody', 'off', null, NOW - 900 * HOUR, GOOD],
  ])('%s', (_what, botPause, word_at, handed_over_at, until) => {
    expect(pausedUntil({ word_at, handed_over_at }, botPause, NOW)).toBe(until)
  })
})

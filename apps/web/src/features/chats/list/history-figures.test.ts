import type { ChatHistory } from '@kirim/contract/chat-history'
import { expect, it } from 'vitest'
import { figuresOf } from './history-figures.ts'

const NOW = Date.parse('2026-11-29T10:00:00Z')
const history = (more: Partial<ChatHistory>): ChatHistory => ({
  deviceId: 'd1',
  state: 'reading',
  days: 30,
  messages: 0,
  aboutMessages: null,
  chats: 0,
  begunAt: '2026-11-29T09:59:00Z',
  ...more,
})

it.each<[string, ChatHistory[], object | null]>([
  ['none on its way', [history({ state: 'done' }), history({ state: 'empty' })], null],
  [
    'one that has begun',
    [history({ messages: 12 })],
    { messages: 12, about: null, fraction: null, secondsLeft: null, days: 30 },
  ],
  [
    'a quarter in a minute',
    [history({ messages: 1000, aboutMessages: 4000 })],
    { messages: 1000, about: 4000, fraction: 0.25, secondsLeft: 180, days: 30 },
  ],
  [
    'two numbers, one of which has not answered',
    [history({ messages: 500, aboutMessages: 1000, days: null }), history({ state: 'asked' })],
    { messages: 500, about: 1000, fraction: 0.5, secondsLeft: 60, days: undefined },
  ],
])('counts %s', (_what, histories, figures) => {
  expect(figuresOf(histories, NOW)).toEqual(figures)
})

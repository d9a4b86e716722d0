import type { SandboxMessage } from '@kirim/contract/sandbox'
import { describe, expect, it } from 'vitest'
import { chatDays, relativeDay } from './chat-days.ts'

function messageAt(...when: [number, number, number, number]): SandboxMessage {
  const [month, day, hour, minute] = when
  const at = new Date(2026, month - 1, day, hour, minute).toISOString()
  return {
    id: at,
    direction: 'to-contact',
    kind: 'text',
    text: '',
    mediaType: null,
    at,
    status: 'sent',
    author: '60111',
  }
}

describe('the days of a chat', () => {
  it("change at midnight in the browser's zone, and keep the order", () => {
    const messages = [
      messageAt(11, 19, 23, 59),
      messageAt(11, 20, 0, 0),
      messageAt(11, 20, 12, 0),
      messageAt(11, 21, 7, 0),
    ]
    const days = chatDays(messages)
    expect(days.map(({ date }) => date.getDate())).toEqual([19, 20, 21])
    expect(days.flatMap((day) => day.messages)).toEqual(messages)
  })

  it('are empty for an empty chat', () => {
    expect(chatDays([])).toEqual([])
  })
})

it.each([
  [new Date(2026, 2, 1, 0, 0), 'today'],
  [new Date(2026, 1, 28, 23, 59), 'yesterday'],
  [new Date(2026, 1, 27, 23, 59), 'earlier'],
  [new Date(2025, 2, 1), 'earlier'],
] as const)('%s is %s', (day, name) => {
  expect(relativeDay(day, new Date(2026, 2, 1, 0, 5))).toBe(name)
})

import { describe, expect, test } from 'vitest'
import { findRestraint } from './restraint.ts'

const NOW = 100_000_000
const MINUTE = 60_000

interface Chat {
  pausedUntil?: number
  countedFrom?: number
  /** The number of replies, and how long ago. */
  replies?: [number, number]
  ownAt?: number
  peopleUntil?: number
  firedAt?: number
}

function ask(chat: Chat, settings: { quietMinutes?: number; cooldownSeconds?: number }) {
  return findRestraint(
    {
      inbox: { lastOwnAt: async () => chat.ownAt ?? null },
      pausedForPeople: async () => chat.peopleUntil ?? null,
      chats: {
        pauseOf: async () => ({
          until: chat.pausedUntil ?? 0,
          countedFrom: chat.countedFrom ?? 0,
        }),
        recentReplies: async (_deviceId, _chatKey, since, limit) => {
          const [count, ago] = chat.replies ?? [0, 0]
          return Array.from({ length: count }, () => NOW - ago)
            .filter((at) => at > since)
            .slice(0, limit)
        },
        lastFiredAt: async () => chat.firedAt ?? null,
      },
    },
    { quietMinutes: 0, cooldownSeconds: 0, ...settings },
    { deviceId: 'd', chatKey: '60123456789', itemId: 'i' },
    NOW,
  )
}

describe('what holds an item back in a chat', () => {
  test.each<[Chat, { quietMinutes?: number; cooldownSeconds?: number }]>([
    [{}, {}],
    [{ pausedUntil: NOW, replies: [19, 1000] }, {}],
    [{ replies: [20, MINUTE] }, {}],
    [{ replies: [59, 2 * MINUTE] }, {}],
    [{ replies: [60, 60 * MINUTE] }, {}],
    [{ replies: [60, 1000], countedFrom: NOW - 1000 }, {}],
    [{ ownAt: NOW - 1, firedAt: NOW - 1 }, {}],
    [{}, { quietMinutes: 5, cooldownSeconds: 5 }],
    [
      { ownAt: NOW - 5 * MINUTE, firedAt: NOW - 5000 },
      { quietMinutes: 5, cooldownSeconds: 5 },
    ],
  ])('%o with %o: nothing', async (chat, settings) => {
    expect(await ask(chat, settings)).toBeNull()
  })

  const everything = { quietMinutes: 5, cooldownSeconds: 60 }
  test.each<[Chat, Parameters<typeof ask>[1], string, number, string | null]>([
    [{ pausedUntil: NOW + 1, replies: [20, 0] }, {}, 'loop_guard', NOW + 1, null],
    [{ replies: [20, MINUTE - 1] }, {}, 'loop_guard', NOW + 60 * MINUTE, 'minute'],
    [{ replies: [60, 2 * MINUTE] }, {}, 'loop_guard', NOW + 60 * MINUTE, 'hour'],
    [{ replies: [60, 59 * MINUTE] }, {}, 'loop_guard', NOW + 60 * MINUTE, 'hour'],
    [{ ownAt: NOW - MINUTE, firedAt: NOW }, everything, 'person_answered', NOW + 4 * MINUTE, null],
    [{ peopleUntil: NOW + 1 }, {}, 'person_answered', NOW + 1, null],
    [{ ownAt: NOW, peopleUntil: NOW + 1 }, everything, 'person_answered', NOW + 5 * MINUTE, null],
    [{ firedAt: NOW - 1000 }, everything, 'cooldown', NOW + 59_000, null],
  ])('%o with %o: %s', async (chat, settings, reason, until, begins) => {
    expect(await ask(chat, settings)).toEqual({ reason, until, begins })
  })
})

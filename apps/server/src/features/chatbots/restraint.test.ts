import { describe, expect, test } from 'vitest'
import { restraintOf } from './restraint.ts'

const NOW = 10_000_000
const MINUTE = 60_000

interface Chat {
  pausedUntil?: number
  replies?: number
  ownAt?: number
  firedAt?: number
}

function ask(chat: Chat, settings: { quietMinutes?: number; cooldownSeconds?: number }) {
  return restraintOf(
    {
      inbox: { lastOwnAt: async () => chat.ownAt ?? null },
      replies: {
        pausedUntil: async () => chat.pausedUntil ?? 0,
        countSince: async () => chat.replies ?? 0,
        lastFiredAt: async () => chat.firedAt ?? null,
      },
    },
    { quietMinutes: 0, cooldownSeconds: 0, ...settings },
    { deviceId: 'd', chatKey: '60123456789', itemId: 'i' },
    NOW,
  )
}

describe('what holds an item back in a chat', () => {
  test.each([
    [{}, {}],
    [{ pausedUntil: NOW, replies: 19 }, {}],
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
  test.each([
    [{ pausedUntil: NOW + 1, replies: 20 }, {}, 'loop_guard', NOW + 1, false],
    [{ replies: 20 }, {}, 'loop_guard', NOW + 60 * MINUTE, true],
    [{ ownAt: NOW - MINUTE, firedAt: NOW }, everything, 'person_answered', NOW + 4 * MINUTE, false],
    [{ firedAt: NOW - 1000 }, everything, 'cooldown', NOW + 59_000, false],
  ])('%o with %o: %s', async (chat, settings, reason, until, begins) => {
    expect(await ask(chat, settings)).toEqual({ reason, until, begins })
  })
})

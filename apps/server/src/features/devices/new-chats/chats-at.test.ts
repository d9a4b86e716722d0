import { expect, test } from 'vitest'
import { chatsAt } from './new-chat-state.ts'

const quota = { left: 3, of: 50, from: 1000, until: 2000 }

test.each([
  ['nothing is counted', null, 1500, [null, Number.POSITIVE_INFINITY]],
  ['the time has no end', { ...quota, until: null }, 1500, [null, Number.POSITIVE_INFINITY]],
  ['it lasts', quota, 1999, [3, 2000]],
  ['it is over', quota, 2000, [50, 3000]],
  ['two more are over', quota, 4999, [50, 5000]],
  [
    'the next is as long as nobody knows',
    { ...quota, from: null },
    2000,
    [null, Number.POSITIVE_INFINITY],
  ],
  [
    'the next has as many as nobody knows',
    { ...quota, of: 0 },
    2000,
    [null, Number.POSITIVE_INFINITY],
  ],
])('chats that may be begun while %s', (_what, given, at, [cap, endsAt]) => {
  expect(chatsAt(given, at)).toEqual({ cap, used: 0, endsAt })
})

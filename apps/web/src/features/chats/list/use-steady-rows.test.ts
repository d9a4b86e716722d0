import { expect, it } from 'vitest'
import { chatOf } from '../testing/entries.ts'
import { steadyRows } from './use-steady-rows.ts'

const rows = (ids: string) => ids.split(' ').map((id) => chatOf({ id }))

it.each([
  ['a new row waits', 'a b', 'x a b', [], 'a b', 1],
  ['rows keep their order', 'a b c', 'c a b', [], 'a b c', 0],
  ['what others took away stays', 'a b', 'b', [], 'a b', 0],
  ['what the reader took away leaves', 'a b', 'b', ['a'], 'b', 0],
  ['what was loaded below is appended', 'a b', 'x a b c d', [], 'a b c d', 1],
] as const)('while a list is held, %s', (_, held, now, acted, shown, fresh) => {
  const steady = steadyRows(rows(held), rows(now), new Set(acted))
  expect([steady.rows.map(({ id }) => id).join(' '), steady.fresh]).toEqual([shown, fresh])
})

it('a held row is as it is now, in the group where it stood', () => {
  const held = [chatOf({ queue: 'unanswered' })]
  const now = [chatOf({ queue: 'answered', preview: 'Ya' })]
  expect(steadyRows(held, now, new Set()).rows).toEqual([
    chatOf({ queue: 'unanswered', preview: 'Ya' }),
  ])
})

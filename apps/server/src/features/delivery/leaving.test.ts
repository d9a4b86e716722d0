import { createFakeClock } from '@kirim/testing/fake-clock'
import { expect, test } from 'vitest'
import { createLeaving } from './leaving.ts'

function watched() {
  const clock = createFakeClock()
  const leaving = createLeaving(clock)
  const over: string[] = []
  const wait = async (userId: string) => {
    await leaving.over(userId)
    over.push(userId)
  }
  return { clock, leaving, over, wait }
}

test('whoever waits waits for all that left before, and for nothing that leaves later', async () => {
  const { leaving, over, wait } = watched()
  const first = leaving.begin('a')
  const second = leaving.begin('a')
  const waiting = wait('a')
  const later = leaving.begin('a')
  first()
  await wait('b')
  expect(over).toEqual(['b'])
  second()
  await waiting
  expect(over).toEqual(['b', 'a'])
  later()
  await wait('a')
})

test('an answer that never comes holds up nobody for longer than two seconds', async () => {
  const { clock, leaving, over, wait } = watched()
  leaving.begin('a')
  const waiting = wait('a')
  clock.advance(1999)
  await wait('b')
  expect(over).toEqual(['b'])
  clock.advance(1)
  await waiting
  expect(over).toEqual(['b', 'a'])
})

import { createFakeClock } from '@kirim/testing/fake-clock'
import { expect, test } from 'vitest'
import { createKeptAnswers } from './kept-answers.ts'

function keeper() {
  const clock = createFakeClock()
  const ask = createKeptAnswers<number>(clock)
  let walks = 0
  const answer = async (moves: string, takes = 0, campaign = 'c1') =>
    ask(campaign, moves, async () => {
      clock.advance(takes)
      walks += 1
      return walks
    })
  return { clock, answer }
}

test('while nobody moves, one walk answers everybody who looks', async () => {
  const { clock, answer } = keeper()
  expect(await answer('1')).toBe(1)
  clock.advance(1_000_000)
  expect(await answer('1')).toBe(1)
  expect(await answer('1', 0, 'c2')).toBe(2)
})

test('a walk rests fifty times as long as it took, then sees who moved', async () => {
  const { clock, answer } = keeper()
  expect(await answer('1', 100)).toBe(1)
  clock.advance(4999)
  expect(await answer('2')).toBe(1)
  clock.advance(1)
  expect(await answer('2')).toBe(2)
})

test('a short walk is made for each move', async () => {
  const { answer } = keeper()
  expect(await answer('1')).toBe(1)
  expect(await answer('2')).toBe(2)
})

test('a walk that failed is not kept', async () => {
  const ask = createKeptAnswers<number>(createFakeClock())
  await expect(ask('c1', '1', () => Promise.reject(new Error('No.')))).rejects.toThrow('No.')
  expect(await ask('c1', '1', async () => 7)).toBe(7)
})

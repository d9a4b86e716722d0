import { createFakeClock } from '@kirim/testing/fake-clock'
import { expect, test } from 'vitest'
import { createWalkCache } from './report-campaign.ts'

function keeper() {
  const clock = createFakeClock()
  const ask = createWalkCache<number>(clock)
  let walks = 0
  const answer = async (
    moves: string,
    { takes = 0, campaignId = 'c1', isSending = true, edits = '' } = {},
  ) =>
    ask({ campaignId, edits, moves, isSending }, async () => {
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
  expect(await answer('1', { campaignId: 'c2' })).toBe(2)
})

test('a walk rests fifty times as long as it took, then sees who moved', async () => {
  const { clock, answer } = keeper()
  expect(await answer('1', { takes: 100 })).toBe(1)
  clock.advance(4999)
  expect(await answer('2')).toBe(1)
  clock.advance(1)
  expect(await answer('2')).toBe(2)
})

test('a campaign that is not being sent is walked through again at once when somebody moved', async () => {
  const { answer } = keeper()
  expect(await answer('1', { takes: 100 })).toBe(1)
  expect(await answer('2')).toBe(1)
  expect(await answer('3', { isSending: false })).toBe(2)
  expect(await answer('3', { isSending: false })).toBe(2)
})

test('what its owner changed is seen at once, however long the walk took', async () => {
  const { answer } = keeper()
  expect(await answer('1', { takes: 100 })).toBe(1)
  expect(await answer('1', { takes: 100, edits: 'paused' })).toBe(2)
  expect(await answer('2', { edits: 'paused' })).toBe(2)
})

test('a short walk is made for each move', async () => {
  const { answer } = keeper()
  expect(await answer('1')).toBe(1)
  expect(await answer('2')).toBe(2)
})

test('a walk that failed is not kept', async () => {
  const ask = createWalkCache<number>(createFakeClock())
  const asked = { campaignId: 'c1', edits: '', moves: '1', isSending: true }
  await expect(ask(asked, () => Promise.reject(new Error('No.')))).rejects.toThrow('No.')
  expect(await ask(asked, async () => 7)).toBe(7)
})

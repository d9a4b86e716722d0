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

test('shares one walk while nobody moves', async () => {
  const { clock, answer } = keeper()
  expect(await answer('1')).toBe(1)
  clock.advance(1_000_000)
  expect(await answer('1')).toBe(1)
  expect(await answer('1', { campaignId: 'c2' })).toBe(2)
})

test('repeats a walk after fifty times its duration', async () => {
  const { clock, answer } = keeper()
  expect(await answer('1', { takes: 100 })).toBe(1)
  clock.advance(4999)
  expect(await answer('2')).toBe(1)
  clock.advance(1)
  expect(await answer('2')).toBe(2)
})

test('repeats a walk at once after a move if the campaign is not being sent', async () => {
  const { answer } = keeper()
  expect(await answer('1', { takes: 100 })).toBe(1)
  expect(await answer('2')).toBe(1)
  expect(await answer('3', { isSending: false })).toBe(2)
  expect(await answer('3', { isSending: false })).toBe(2)
})

test('repeats a walk at once after an edit', async () => {
  const { answer } = keeper()
  expect(await answer('1', { takes: 100 })).toBe(1)
  expect(await answer('1', { takes: 100, edits: 'paused' })).toBe(2)
  expect(await answer('2', { edits: 'paused' })).toBe(2)
})

test('repeats a short walk after each move', async () => {
  const { answer } = keeper()
  expect(await answer('1')).toBe(1)
  expect(await answer('2')).toBe(2)
})

test('does not cache a failed walk', async () => {
  const ask = createWalkCache<number>(createFakeClock())
  const asked = { campaignId: 'c1', edits: '', moves: '1', isSending: true }
  await expect(ask(asked, () => Promise.reject(new Error('No.')))).rejects.toThrow('No.')
  expect(await ask(asked, async () => 7)).toBe(7)
})

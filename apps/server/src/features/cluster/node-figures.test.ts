import { createFakeClock } from '@kirim/testing/fake-clock'
import { afterEach, expect, test } from 'vitest'
import { createNodeFigures } from './node-figures.ts'

let stop = async () => {}
afterEach(() => stop())

async function started() {
  const clock = createFakeClock()
  const figures = createNodeFigures({
    clock,
    memory: () => ({ memory: 1, memoryLimit: 2 }),
    devices: () => ['a', 'b', 'c'],
    isConnected: (id) => id !== 'c',
    isSending: (id) => id === 'a',
  })
  await figures.part.start()
  stop = figures.part.stop
  return { clock, figures }
}

/** Blocks the event loop. */
function busy(ms: number): void {
  const until = performance.now() + ms
  while (performance.now() < until);
}

/** Resolves after the event loop has run for a while. */
const later = () => new Promise((done) => setTimeout(done, 60))

test('counts the current devices of the node', async () => {
  const { figures } = await started()
  expect(figures.now()).toMatchObject({ memory: 1, memoryLimit: 2, connected: 2, sending: 1 })
})

test('messages count for a minute', async () => {
  const { clock, figures } = await started()
  figures.sent(3)
  clock.advance(30_000)
  figures.sent(2)
  expect(figures.now().messagesAMinute).toBe(5)
  clock.advance(30_000)
  expect(figures.now().messagesAMinute).toBe(2)
  clock.advance(60_000)
  expect(figures.now().messagesAMinute).toBe(0)
})

test('measures round trips to the database, also failed ones, and forgets them after five minutes', async () => {
  const { clock, figures } = await started()
  expect(figures.now().databaseMs).toBeNull()
  const began = performance.now()
  expect(await figures.timed(async () => 'answer')).toBe('answer')
  // The histogram keeps two significant digits.
  const tookMs = Math.ceil((performance.now() - began) * 1.1)
  expect(figures.now().databaseMs).toBeGreaterThanOrEqual(0)
  expect(figures.now().databaseMs).toBeLessThanOrEqual(tookMs)
  const failed = figures.timed(async () => {
    busy(30)
    throw new Error('away')
  })
  await expect(failed).rejects.toThrow('away')
  expect(figures.now().databaseMs).toBeGreaterThanOrEqual(30)
  clock.advance(149_999)
  expect(figures.now().databaseMs).toBeGreaterThanOrEqual(30)
  clock.advance(1)
  expect(figures.now().databaseMs).toBeGreaterThanOrEqual(30)
  clock.advance(150_000)
  expect(figures.now().databaseMs).toBeNull()
})

test('measures delays of the event loop, and forgets them after five minutes', async () => {
  const { clock, figures } = await started()
  await later()
  busy(80)
  await later()
  expect(figures.now().eventLoopMs).toBeGreaterThanOrEqual(60)
  clock.advance(150_000)
  expect(figures.now().eventLoopMs).toBeGreaterThanOrEqual(60)
  clock.advance(150_000)
  expect(figures.now().eventLoopMs).toBeNull()
})

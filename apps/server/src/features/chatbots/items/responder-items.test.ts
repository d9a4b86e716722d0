import { expect, test } from 'vitest'
import { createChatbotCache } from './responder-items.ts'

const KEDAI = { workspaceId: 'u', deviceName: 'Kedai', enabled: true, items: [] }

function cacheOf(answers: (typeof KEDAI | null)[]) {
  let loads = 0
  const cache = createChatbotCache(async () => answers[loads++] ?? null)
  return { cache, loads: () => loads }
}

test('reads a chatbot once until something changes', async () => {
  const { cache, loads } = cacheOf([KEDAI, { ...KEDAI, deviceName: 'Kedai Baru' }])
  await cache.get('d')
  expect((await cache.get('d'))?.deviceName).toBe('Kedai')
  expect(loads()).toBe(1)
  cache.forget('d')
  expect((await cache.get('d'))?.deviceName).toBe('Kedai Baru')
})

test('reads a removed number again', async () => {
  const { cache } = cacheOf([null, KEDAI])
  expect(await cache.get('d')).toBeNull()
  expect((await cache.get('d'))?.deviceName).toBe('Kedai')
})

test('does not keep what was read before a change', async () => {
  const slow = Promise.withResolvers<null>()
  const answers = [slow.promise, Promise.resolve(KEDAI)]
  const cache = createChatbotCache(() => answers.shift() ?? Promise.resolve(null))
  const first = cache.get('d')
  cache.forget('d')
  const second = cache.get('d')
  slow.resolve(null)
  await first
  await second
  expect(await cache.get('d')).toBe(await second)
})

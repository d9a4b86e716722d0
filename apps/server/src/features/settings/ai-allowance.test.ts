import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createSecretBox } from '../../platform/crypto/secret-box.ts'
import { engines, freshDatabase } from '../../testing/engines.ts'
import { seedUser } from '../../testing/seed-user.ts'
import { createAiAllowance } from './ai-allowance.ts'
import { createAiSettingsRepository } from './ai-settings.repository.ts'

describe.each(engines)('what AI may still write on %s', (engine) => {
  let store: Awaited<ReturnType<typeof freshDatabase>>
  let settings: ReturnType<typeof createAiSettingsRepository>
  let allowance: ReturnType<typeof createAiAllowance>

  let callsLeft: number

  beforeEach(async () => {
    callsLeft = 1000
    store = await freshDatabase(engine)
    settings = createAiSettingsRepository(
      store.db,
      createSecretBox(Buffer.alloc(32)),
      async () => false,
    )
    allowance = createAiAllowance(store.db, settings, {
      take: async () => {},
      tryTake: async () => callsLeft-- > 0,
    })
    await seedUser(store.db, 'u')
  })
  afterEach(() => store.close())

  const choose = (monthlyLimit: number | null) =>
    settings.save(
      'u',
      { provider: 'openai', baseUrl: '', apiKey: 'key' },
      { model: 'm', monthlyLimit },
    )
  const used = async () => (await settings.find('u'))?.usedCount
  const takeMany = async (month: string) =>
    (await Promise.all(Array.from({ length: 8 }, () => allowance.take('u', month)))).filter(Boolean)
      .length

  test('nothing without a provider', async () => {
    expect(await allowance.source('u')).toBeNull()
    expect(await allowance.take('u', '2026-01')).toBe(false)
  })

  test('the key is opened for asking', async () => {
    await choose(null)
    expect(await allowance.source('u')).toEqual({
      provider: 'openai',
      model: 'm',
      baseUrl: '',
      apiKey: 'key',
      reachesPrivate: false,
    })
  })

  test.each([
    [null, 8],
    [3, 3],
    [0, 0],
  ])('a cap of %o lets %d of 8 at once through, in each month', async (cap, through) => {
    await choose(cap)
    for (const month of ['2026-01', '2026-02']) {
      expect(await takeMany(month)).toBe(through)
      expect(await used()).toBe(through)
    }
  })

  test('without a call left today nothing is written, and nothing is counted of the month', async () => {
    await choose(null)
    callsLeft = 2
    expect(await takeMany('2026-01')).toBe(2)
    expect(await used()).toBe(2)
  })

  test('what is given back can be taken again, but only in its month', async () => {
    await choose(1)
    expect(await allowance.take('u', '2026-01')).toBe(true)
    expect(await allowance.take('u', '2026-01')).toBe(false)
    await allowance.refundCall('u', '2026-01')
    expect(await allowance.take('u', '2026-01')).toBe(true)
    expect(await allowance.take('u', '2026-02')).toBe(true)
    await allowance.refundCall('u', '2026-01')
    expect(await allowance.take('u', '2026-02')).toBe(false)
    await allowance.refundCall('u', '2026-02')
    await allowance.refundCall('u', '2026-02')
    expect(await used()).toBe(0)
  })
})

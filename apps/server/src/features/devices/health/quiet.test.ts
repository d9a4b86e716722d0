import { createFakeClock } from '@kirim/testing/fake-clock'
import { describe, expect, test } from 'vitest'
import { createLog } from '../../../platform/log.ts'
import type { HealthProbe, HealthSign } from './health.ports.ts'
import { createQuietWatch } from './quiet.ts'

const MINUTE_MS = 60_000

function openWatch() {
  const clock = createFakeClock()
  const did: string[] = []
  const probe: HealthProbe = {
    openDevices: () => ['d'],
    ping: async () => void did.push('ping'),
    preKeysLeft: async () => did.push('query'),
    reopen: () => void did.push('reopen'),
  }
  const watch = createQuietWatch({
    probe,
    clock,
    log: createLog('silent'),
    onQuiet: () => void did.push('told'),
  })
  return {
    did,
    probe,
    watch,
    /** Signs a minute, each followed by a look at the device. */
    async pass(minutes: number, sign: HealthSign | null) {
      for (let minute = 0; minute < minutes; minute++) {
        await clock.advance(MINUTE_MS)
        if (sign) watch.note('d', sign)
        await watch.check('d')
      }
    },
  }
}

describe('a number that receives nothing', () => {
  test('is pinged and then reopened after its phone was in use for ten minutes', async () => {
    const { did, watch, pass } = openWatch()
    await pass(10, 'phone')
    expect(did).toEqual([])
    await pass(1, 'phone')
    expect(did).toEqual(['ping', 'query', 'reopen', 'told'])
    expect(watch.isQuiet('d')).toBe(true)
    watch.note('d', 'in')
    expect(watch.isQuiet('d')).toBe(false)
    expect(did.slice(4)).toEqual(['told'])
  })

  test('is reopened when it does not answer the ping', async () => {
    const { did, probe, pass } = openWatch()
    probe.ping = () => Promise.reject(new Error('no answer'))
    await pass(11, 'phone')
    expect(did).toEqual(['reopen', 'told'])
  })

  test('is left alone when something arrives meanwhile', async () => {
    const { did, probe, watch, pass } = openWatch()
    probe.ping = async () => watch.note('d', 'in')
    await pass(30, 'phone')
    expect(did.filter((what) => what === 'reopen')).toEqual([])
  })

  test.each<HealthSign | null>([null, 'out', 'unreadable', 'in'])(
    'is left alone while its phone shows no use (%s)',
    async (sign) => {
      const { did, pass } = openWatch()
      await pass(300, sign)
      expect(did).toEqual([])
    },
  )

  test('is reopened less and less often, until something arrives', async () => {
    const { did, watch, pass } = openWatch()
    const reopenings = () => did.filter((what) => what === 'reopen').length
    await pass(24 * 60, 'phone')
    expect(reopenings()).toBe(5)
    await pass(24 * 60, 'phone')
    expect(reopenings()).toBe(6)
    watch.note('d', 'in')
    await pass(11, 'phone')
    expect(reopenings()).toBe(7)
  })
})

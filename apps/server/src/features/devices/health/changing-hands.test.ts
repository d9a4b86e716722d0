import { createFakeClock } from '@kirim/testing/fake-clock'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createLog } from '../../../platform/log.ts'
import { engines, freshDatabase } from '../../../testing/engines.ts'
import { seedDevice, seedUser } from '../../../testing/seed-user.ts'
import { createDeviceHealth } from './device-health.ts'
import { createHealthRepository } from './health.repository.ts'

describe.each(engines)('the health of a device that moves to another node, on %s', (engine) => {
  let database: Awaited<ReturnType<typeof freshDatabase>>
  beforeEach(async () => {
    database = await freshDatabase(engine)
  })
  afterEach(() => database.close())

  function node() {
    const clock = createFakeClock(1000)
    const health = createDeviceHealth({
      repository: createHealthRepository(database.db),
      probe: {
        openDevices: () => [],
        ping: async () => {},
        preKeysLeft: async () => 0,
        reopen: () => {},
      },
      clock,
      log: createLog('silent'),
      onQuiet: () => {},
    })
    return { ...health, clock }
  }

  test('is loaded as the earlier node stored it, which never overwrites it again', async () => {
    const workspaceId = await seedUser(database.db)
    const deviceId = await seedDevice(database.db, workspaceId, '60123456789')
    const [a, b] = [node(), node()]
    await a.part.start()
    await b.part.start()
    a.note(deviceId, 'in')
    await a.letGo(deviceId)
    await b.take(deviceId)
    expect(b.of(deviceId).lastInAt).toBe(1000)
    b.clock.advance(1)
    b.note(deviceId, 'out')
    await b.part.stop()
    await a.part.stop()
    const c = node()
    await c.part.start()
    expect(c.of(deviceId)).toMatchObject({ lastInAt: 1000, lastOutAt: 1001 })
    await c.part.stop()
  })
})

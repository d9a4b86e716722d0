import { createFakeClock } from '@kirim/testing/fake-clock'
import { until } from '@kirim/testing/until'
import { expect, onTestFinished, test } from 'vitest'
import { freshDatabase } from '../../../testing/engines.ts'
import {
  comeBack,
  plainDevices,
  plainDevicesRepository,
  stillNetwork,
} from '../../../testing/plain-devices.ts'
import { seedDevice, seedUser } from '../../../testing/seed-user.ts'
import { seeingAll } from '../../../testing/seeing.ts'
import { closeOf } from '../closes.ports.ts'

test('a number refused as too old reconnects when a newer client version is known', async () => {
  const { db, close } = await freshDatabase('SQLite')
  onTestFinished(() => close())
  const workspaceId = await seedUser(db)
  const deviceId = await seedDevice(db, workspaceId)
  const clock = createFakeClock()
  const { network, sessions } = stillNetwork()
  let connected = 0
  const service = plainDevices(db, {
    network,
    clock,
    onConnected: () => {
      connected += 1
    },
  })
  await comeBack(db, service)
  await until('it is opened', () => sessions.length > 0)
  sessions[0]?.onClosed(closeOf('outdated', { code: 405 }))
  const problem = async () => (await service.list(seeingAll(workspaceId)))[0]?.problem?.code
  await until('it says so', async () => (await problem()) === 'client_outdated')
  // The next start of the server, with another version perhaps, opens it as well.
  expect((await plainDevicesRepository(db).find(workspaceId, deviceId))?.wanted).toBe(true)
  expect(service.connectionOf(deviceId)).toBe('refused')

  service.newerClient()
  await until('it is opened again, in its turn', () => {
    clock.advance(1000)
    return sessions.length > 1
  })
  expect(service.connectionOf(deviceId)).toBe('connecting')
  sessions[1]?.onOpen({ name: 'Kedai', lid: null })
  await until('it is connected', () => connected > 0)
  expect([await problem(), sessions.length]).toEqual([undefined, 2])
  await service.part.stop()
})

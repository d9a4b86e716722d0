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
import { closeOf } from '../closes.ports.ts'

test('nothing is sent over a connection that is lost while it is being stored', async () => {
  const { db, close } = await freshDatabase('SQLite')
  onTestFinished(() => close())
  await seedDevice(db, await seedUser(db))
  const { network, sessions } = stillNetwork()
  const told: string[] = []
  const repository = plainDevicesRepository(db)
  const service = plainDevices(db, {
    network,
    devices: {
      ...repository,
      async markConnected(...given) {
        await repository.markConnected(...given)
        sessions[0]?.onClosed(closeOf('connection_lost'))
      },
      async markOffline(...given) {
        await repository.markOffline(...given)
        told.push('written down as away')
      },
    },
    onConnected: () => told.push('connected'),
    onDisconnected: () => told.push('disconnected'),
  })
  await comeBack(db, service)
  await until('it is opened', () => sessions.length > 0)
  sessions[0]?.onOpen({ name: '', lid: null })
  await until('its end is known', () => told.length > 2 || told.includes('connected'))
  expect(told).toEqual(['disconnected', 'written down as away', 'written down as away'])
  await service.part.stop()
})

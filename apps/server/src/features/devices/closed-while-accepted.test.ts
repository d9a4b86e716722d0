import { createFakeClock } from '@kirim/testing/fake-clock'
import { until } from '@kirim/testing/until'
import { expect, onTestFinished, test } from 'vitest'
import { createSecretBox } from '../../platform/crypto/secret-box.ts'
import { createLog } from '../../platform/log.ts'
import { freshDatabase } from '../../testing/engines.ts'
import { seedDevice, seedUser } from '../../testing/seed-user.ts'
import { closeOf } from './closes.ports.ts'
import { createDeviceService } from './device-service.ts'
import type { SessionListener } from './devices.ports.ts'
import { createDevicesRepository } from './devices.repository.ts'
import { UNKNOWN_HEALTH } from './health/health.ts'
import { createNewChatsRepository } from './new-chats/new-chats.repository.ts'

test('nothing begins to send over a connection that is lost while it is written down', async () => {
  const { db, close } = await freshDatabase('SQLite')
  onTestFinished(() => close())
  await seedDevice(db, await seedUser(db))
  const sessions: SessionListener[] = []
  const told: string[] = []
  const repository = createDevicesRepository(db, createSecretBox(Buffer.alloc(32, 1)))
  const service = createDeviceService({
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
    newChats: createNewChatsRepository(db),
    network: {
      link: () => ({ withdraw: () => true, answerPasskey: () => {}, confirmPasskey: () => {} }),
      open(_id, listener) {
        sessions.push(listener)
        return { close: async () => {}, logOut: async () => {} }
      },
    },
    planOf: async () => 'Pro',
    realtime: { toUser: () => {}, signOut: () => {}, hangUp: () => {} },
    clock: createFakeClock(),
    log: createLog('silent'),
    random: () => 0,
    onConnected: () => told.push('connected'),
    onDisconnected: () => told.push('disconnected'),
    onRenamed: () => {},
    restsUntil: () => null,
    healthOf: () => UNKNOWN_HEALTH,
    proxyHostsOf: async () => new Map(),
    forgetProxy: async () => false,
    isQuiet: () => false,
    onLimitsChanged: async () => {},
    onRemoved: async () => {},
  })
  await service.part.start()
  await service.reconnecting.start()
  await until('it is opened', () => sessions.length > 0)
  sessions[0]?.onOpen({ name: '', lid: null })
  await until('its end is known', () => told.length > 2 || told.includes('connected'))
  expect(told).toEqual(['disconnected', 'written down as away', 'written down as away'])
  await service.part.stop()
})

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

test('a number that was refused as too old is opened again once a newer client is known', async () => {
  const { db, close } = await freshDatabase('SQLite')
  onTestFinished(() => close())
  const userId = await seedUser(db)
  const deviceId = await seedDevice(db, userId)
  const clock = createFakeClock()
  const sessions: SessionListener[] = []
  const devices = createDevicesRepository(db, createSecretBox(Buffer.alloc(32, 1)))
  let connected = 0
  const service = createDeviceService({
    devices,
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
    clock,
    log: createLog('silent'),
    random: () => 0,
    onConnected: () => {
      connected += 1
    },
    onDisconnected: () => {},
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
  sessions[0]?.onClosed(closeOf('outdated', { code: 405 }))
  const problem = async () => (await service.list(userId))[0]?.problem?.code
  await until('it says so', async () => (await problem()) === 'client_outdated')
  // The next start of the server, with another version perhaps, opens it as well.
  expect((await devices.listWanted()).map(({ id }) => id)).toEqual([deviceId])
  expect(service.connectionOf(deviceId)).toBe('disconnected')

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

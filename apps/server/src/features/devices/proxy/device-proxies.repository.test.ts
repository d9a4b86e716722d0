import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createSecretBox } from '../../../platform/crypto/secret-box.ts'
import { engines, freshDatabase } from '../../../testing/engines.ts'
import { seedDevice, seedUser } from '../../../testing/seed-user.ts'
import { UnreadableCredentials } from '../devices.ports.ts'
import { createDeviceProxiesRepository } from './device-proxies.repository.ts'

const ACCESS = {
  scheme: 'socks5',
  host: 'kl-2.example.com',
  port: 1080,
  username: 'siti',
  password: 'kopi-ais-rahsia',
  reachesPrivate: false,
} as const
const TRIED = { at: Date.UTC(2026, 10, 1), latencyMs: 84 }

describe.each(engines)('proxies of numbers on %s', (engine) => {
  let database: Awaited<ReturnType<typeof freshDatabase>> | undefined
  let workspaceId: string
  let deviceId: string
  beforeAll(async () => {
    database = await freshDatabase(engine)
    workspaceId = await seedUser(database.db)
    deviceId = await seedDevice(database.db, workspaceId)
  })
  afterAll(() => database?.close())

  const db = () => {
    if (!database) throw new Error('There is no database.')
    return database.db
  }
  const proxies = (key = 7, isOpen = false) =>
    createDeviceProxiesRepository(
      db(),
      createSecretBox(Buffer.alloc(32, key)),
      async (id) => isOpen && id === workspaceId,
    )
  const stored = () => db().selectFrom('device_proxies').selectAll().execute()

  test('are stored once per number, with an encrypted password', async () => {
    expect(await proxies().find(deviceId)).toBeNull()
    expect(await proxies().findAccess(deviceId)).toBeNull()
    expect(await proxies().save(deviceId, { ...ACCESS, port: 1, password: null }, TRIED)).toBe(true)
    expect(await proxies().findAccess(deviceId)).toMatchObject({ port: 1, password: null })
    expect(await proxies().save(deviceId, ACCESS, TRIED)).toBe(true)
    expect(await proxies(7, true).findAccess(deviceId)).toEqual({ ...ACCESS, reachesPrivate: true })
    const { password: _, reachesPrivate: __, ...shown } = ACCESS
    expect(await proxies().find(deviceId)).toEqual({
      ...shown,
      hasPassword: true,
      testedAt: '2026-11-01T00:00:00.000Z',
      latencyMs: 84,
    })
    expect(await proxies().hostsOf(workspaceId)).toEqual(new Map([[deviceId, ACCESS.host]]))
    const rows = await stored()
    expect(rows).toHaveLength(1)
    expect(JSON.stringify(rows)).not.toContain(ACCESS.password)
  })

  test('open only with their key and in their own row', async () => {
    await expect(proxies(8).findAccess(deviceId)).rejects.toThrow(UnreadableCredentials)
    const other = await seedDevice(db(), await seedUser(db()))
    const [row] = await stored()
    if (!row) throw new Error('Nothing is stored.')
    await db()
      .insertInto('device_proxies')
      .values({ ...row, device_id: other })
      .execute()
    await expect(proxies().findAccess(other)).rejects.toThrow(UnreadableCredentials)
    expect(await proxies().remove(other)).toBe(true)
  })

  test('are not stored for a number that was removed meanwhile', async () => {
    const gone = await seedDevice(db(), await seedUser(db()))
    await db().updateTable('devices').set({ removed: 1 }).where('id', '=', gone).execute()
    expect(await proxies().save(gone, ACCESS, TRIED)).toBe(false)
    expect(await proxies().find(gone)).toBeNull()
  })

  test('are deleted with their number, or on request', async () => {
    expect(await proxies().remove(deviceId)).toBe(true)
    expect(await proxies().remove(deviceId)).toBe(false)
    await proxies().save(deviceId, ACCESS, TRIED)
    await db().deleteFrom('devices').where('id', '=', deviceId).execute()
    expect(await stored()).toEqual([])
  })
})

import { until } from '@kirim/testing/until'
import { expect, onTestFinished, test } from 'vitest'
import { newId } from '../../../platform/ids.ts'
import { createLog } from '../../../platform/log.ts'
import { createNodeLocks } from '../../../platform/nodes/node-locks.ts'
import { createWork } from '../../../platform/nodes/work.ts'
import { migratedStore, openStore } from '../../../testing/engines.ts'
import {
  plainDevices,
  plainDevicesRepository,
  stillNetwork,
} from '../../../testing/plain-devices.ts'
import { seedUser } from '../../../testing/seed-user.ts'
import { silentRealtime } from '../../../testing/silent-realtime.ts'

test('of two devices that open on two nodes at once, one gets the last place', async () => {
  const store = await migratedStore('PostgreSQL')
  const db = openStore(store)
  onTestFinished(async () => {
    await db.destroy()
    store.remove()
  })
  const workspaceId = await seedUser(db)
  const connected: string[] = []
  const told: string[] = []

  async function nodeWithDevice(nodeId: string, number: string) {
    const devices = plainDevicesRepository(db, nodeId)
    const { network, sessions } = stillNetwork()
    const work = createWork(createNodeLocks({ url: store.databaseUrl ?? '' }, createLog('silent')))
    onTestFinished(() => work.part.stop())
    const service = plainDevices(db, {
      devices,
      network,
      work,
      planOf: async () => 'Free',
      onConnected: (id) => connected.push(id),
      realtime: silentRealtime({
        toNumbers: (_workspaceId, _deviceIds, _event, ...args) => void told.push(String(args[0])),
      }),
    })
    onTestFinished(() => service.part.stop())
    const identity = { number, lid: null, name: '' }
    const { device } = await devices.saveLink({ newId: newId(), workspaceId, identity, now: 0 }, [])
    await devices.markOffline(device.id, 0)
    await service.reconnect(workspaceId, device.id)
    const session = await until('it opens', () => sessions[0])
    return { open: () => session.onOpen({ name: '', lid: null }), id: device.id }
  }
  const a = await nodeWithDevice('a', '60123456701')
  const b = await nodeWithDevice('b', '60123456702')
  a.open()
  b.open()
  await until('both are decided', () => connected.length > 0 && told.includes('limit_reached'))
  expect(connected).toHaveLength(1)
  const wanted = await db.selectFrom('devices').select('id').where('wanted', '=', 1).execute()
  expect(wanted.map(({ id }) => id)).toEqual(connected)
})

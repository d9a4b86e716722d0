import { until } from '@kirim/testing/until'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { newId } from '../../../platform/ids.ts'
import { engines, freshDatabase } from '../../../testing/engines.ts'
import { comeBack, plainDevices, plainDevicesRepository } from '../../../testing/plain-devices.ts'
import { seedUser } from '../../../testing/seed-user.ts'
import { seeingAll } from '../../../testing/seeing.ts'
import type { LinkListener, SessionListener } from '../devices.ports.ts'

describe.each(engines)('devices of a deleted user, on %s', (engine) => {
  let database: Awaited<ReturnType<typeof freshDatabase>>
  let workspaceId: string
  let world: ReturnType<typeof fakeWorld>

  beforeEach(async () => {
    database = await freshDatabase(engine)
    workspaceId = await seedUser(database.db)
    world = fakeWorld()
  })
  afterEach(() => database.close())

  const repository = () => plainDevicesRepository(database.db)
  const service = () =>
    plainDevices(database.db, {
      network: world.network,
      onConnected: (id) => world.connected.push(id),
      onDisconnected: (id) => world.disconnected.push(id),
      onRemoved: async (_workspaceId, id) => {
        world.removed.push(id)
      },
    })
  const keep = async (number: string) => {
    const identity = { number, lid: null, name: '' }
    const kept = await repository().saveLink({ newId: newId(), workspaceId, identity, now: 0 }, [])
    return kept.device.id
  }
  const deleteOwner = () =>
    database.db.deleteFrom('workspaces').where('id', '=', workspaceId).execute()

  test('log out at the network, connected or not, and send nothing more', async () => {
    const devices = service()
    const [open, resting] = [await keep('60123456701'), await keep('60123456702')]
    await repository().setWanted(resting, false)
    await comeBack(database.db, devices)
    world.open(open)
    await until('it is connected', () => world.connected.includes(open))
    const removing = devices.removeAll(workspaceId)
    await until('the resting one is opened', () => world.sessions.has(resting))
    world.open(resting)
    await removing
    expect(world.loggedOut.sort()).toEqual([open, resting].sort())
    expect(new Set(world.removed)).toEqual(new Set([open, resting]))
    expect(world.disconnected).toEqual(expect.arrayContaining([open, resting]))
    expect(await devices.list(seeingAll(workspaceId))).toEqual([])
  })

  test('a pending code is withdrawn', async () => {
    const devices = service()
    await devices.linking.request(workspaceId)
    await devices.removeAll(workspaceId)
    expect(world.cancelled()).toBe(1)
  })

  test('opened meanwhile are closed after the rows are deleted', async () => {
    const devices = service()
    const id = await keep('60123456701')
    await comeBack(database.db, devices)
    world.open(id)
    await until('it is connected', () => world.connected.includes(id))
    await deleteOwner()
    await devices.forgetOwner(workspaceId)
    expect(world.loggedOut).toEqual([id])
    expect(world.disconnected).toEqual([id])
    expect(devices.isConnected(id)).toBe(false)
  })

  test('being linked meanwhile do not stay linked', async () => {
    const devices = service()
    await devices.linking.request(workspaceId)
    world.paired({ number: '60123456701', lid: null, name: '' })
    await until('its session is opened', () => world.sessions.size === 1)
    const [id = ''] = world.sessions.keys()
    await deleteOwner()
    world.open(id)
    await until('it is logged out', () => world.loggedOut.includes(id))
    expect(world.connected).toEqual([])
  })
})

function fakeWorld() {
  const sessions = new Map<string, SessionListener>()
  const loggedOut: string[] = []
  let linking: LinkListener | null = null
  let cancelled = 0
  return {
    sessions,
    loggedOut,
    cancelled: () => cancelled,
    connected: [] as string[],
    disconnected: [] as string[],
    removed: [] as string[],
    open: (id: string) => sessions.get(id)?.onOpen({ name: '', lid: null }),
    paired: (identity: Parameters<LinkListener['onPaired']>[0]) => linking?.onPaired(identity, []),
    network: {
      link(listener: LinkListener) {
        linking = listener
        const withdraw = () => Boolean(++cancelled)
        return { withdraw, answerPasskey: () => {}, confirmPasskey: () => {} }
      },
      open(id: string, listener: SessionListener) {
        sessions.set(id, listener)
        return {
          close: async () => {},
          logOut: async () => {
            loggedOut.push(id)
          },
        }
      },
    },
  }
}

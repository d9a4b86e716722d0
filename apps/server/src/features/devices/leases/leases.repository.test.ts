import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { engines, freshDatabase } from '../../../testing/engines.ts'
import { seedDevice, seedUser } from '../../../testing/seed-user.ts'
import { createLeasesRepository } from './leases.repository.ts'
import { createOwnedDevices } from './owned-devices.ts'

describe.each(engines)('leases of devices on %s', (engine) => {
  let database: Awaited<ReturnType<typeof freshDatabase>>
  let workspaceId: string
  let devices: string[]
  beforeEach(async () => {
    database = await freshDatabase(engine)
    workspaceId = await seedUser(database.db)
    devices = []
    for (let n = 0; n < 5; n++)
      devices.push(await seedDevice(database.db, workspaceId, `6012345678${n}`))
    await change(devices[4], { wanted: 0 })
  })
  afterEach(() => database.close())

  const change = (id: string | undefined, columns: object) =>
    database.db
      .updateTable('devices')
      .set(columns)
      .where('id', '=', id ?? '')
      .execute()
  const of = (node: string) => createLeasesRepository(database.db, node)
  const offlineSince = async () => {
    const rows = await database.db.selectFrom('devices').select(['id', 'offline_since']).execute()
    return new Map(rows.map(({ id, offline_since }) => [id, offline_since]))
  }

  test('a free device is taken once, with a lease number that is never reused', async () => {
    await change(devices[1], { offline_since: 5 })
    const first = await of('a').take(2, 7)
    expect(first.map(({ id, lease }) => [id, lease])).toEqual([
      [devices[0], 1],
      [devices[1], 1],
    ])
    expect(first[0]).toMatchObject({ workspaceId, comesBack: true, removing: false })
    const since = await offlineSince()
    expect([since.get(devices[0] ?? ''), since.get(devices[1] ?? '')]).toEqual([7, 5])
    const rest = await of('b').take(10, 8)
    expect(rest.map(({ id }) => id)).toEqual(devices.slice(2))
    expect(await of('b').take(10, 8)).toEqual([])
    expect(await of('a').counts()).toEqual({ total: 5, mine: 2 })

    await of('b').giveBack(devices[0] ?? '')
    await of('a').giveBack(devices[0] ?? '')
    const again = await of('b').take(10, 9)
    expect(again.map(({ id, lease }) => [id, lease])).toEqual([[devices[0], 2]])
  })

  test('removed devices are never counted or taken', async () => {
    await change(devices[3], { removed: 1 })
    expect(await of('a').counts()).toEqual({ total: 4, mine: 0 })
    expect((await of('a').take(10, 0)).at(-1)).toMatchObject({ id: devices[4], comesBack: false })
    expect(await of('a').last(1)).toEqual([devices[4]])
  })

  test('two nodes that take at the same time never get the same device', async () => {
    const [a, b] = await Promise.all([of('a').take(4, 0), of('b').take(4, 0)])
    const all = [...a, ...b].map(({ id }) => id).sort()
    expect(new Set(all).size).toBe(all.length)
  })

  test('leases that others have taken no longer belong to the node', async () => {
    await of('a').take(10, 0)
    const held = new Map(devices.slice(0, 3).map((id) => [id, 1]))
    await change(devices[1], { leased_to: 'b' })
    await change(devices[2], { lease: 3 })
    expect([...(await of('a').stillMine(held))]).toEqual([devices[0]])
    expect(await of('a').freeAllOf('a')).toBe(4)
    expect((await of('c').take(10, 0)).map(({ lease }) => lease).sort()).toEqual([2, 2, 2, 4])
  })

  test('a given device is taken if it is free, or taken over from its node', async () => {
    const [id = '', other = '', removed = ''] = devices
    await change(removed, { removed: 1 })
    expect(await of('a').nodeOf(id)).toBeNull()
    expect((await of('a').takeThese([id], 7)).map(({ lease }) => lease)).toEqual([1])
    expect(await of('b').takeThese([id, removed], 7)).toEqual([])
    expect(await of('b').nodeOf(id)).toBe('a')
    expect(await of('b').takeOver(id)).toEqual({ lease: 2, before: 'a' })
    expect(await of('b').takeOver(other)).toEqual({ lease: 1, before: null })
    expect(await of('a').nodeOf(id)).toBe('b')
    expect(await of('a').stillMine(new Map([[id, 1]]))).toEqual(new Set())
    expect(await of('b').takeOver('unknown')).toBeNull()
  })

  test('with other nodes, only the holder of the latest lease may write for a device', async () => {
    await of('a').take(10, 0)
    const [id = ''] = devices
    const owned = (lease: number | null, isShared = engine === 'PostgreSQL') =>
      createOwnedDevices({
        db: database.db,
        nodeId: 'a',
        leases: { of: () => lease },
        isShared,
      }).whileOwned(id, async () => 'written')
    expect(await owned(1)).toBe('written')
    if (engine === 'SQLite') return expect(await owned(null)).toBe('written')
    await expect(owned(null)).rejects.toThrow('Another node has this device.')
    await expect(owned(2)).rejects.toThrow('Another node')
    await change(id, { leased_to: 'b' })
    await expect(owned(1)).rejects.toThrow('Another node')
  })
})

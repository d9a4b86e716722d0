import { createHash } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createSecretBox } from '../../../platform/crypto/secret-box.ts'
import type { Db } from '../../../platform/database/database.ts'
import { engines, freshDatabase } from '../../../testing/engines.ts'
import { seedDevice, seedUser } from '../../../testing/seed-user.ts'
import { type CredentialStore, UnreadableCredentials } from '../devices.ports.ts'
import { createLeasesRepository } from '../leases/leases.repository.ts'
import { createOwnedDevices } from '../leases/owned-devices.ts'
import { createCredentialStore } from './credentials.repository.ts'

const keyOf = (name: string) => createHash('sha256').update(name).digest()
const box = createSecretBox(keyOf('ours'))
const owned = { require: async () => {}, leaseOf: () => null }

describe.each(engines)('credentials on %s', (engine) => {
  let db: Db
  let close: () => Promise<void>
  let deviceId: string
  let other: string
  let store: CredentialStore
  beforeAll(async () => {
    ;({ db, close } = await freshDatabase(engine))
    store = createCredentialStore(db, box, owned)
  })
  beforeEach(async () => {
    deviceId = await seedDevice(db, await seedUser(db))
    other = await seedDevice(db, await seedUser(db))
  })
  afterAll(() => close())

  const session = (name: string, value: string | null = `value of ${name}`) => ({
    kind: 'session',
    name,
    value,
  })
  const rows = (device = deviceId) =>
    db.selectFrom('device_credentials').selectAll().where('device_id', '=', device).execute()
  const sealedAt = async (device: string, name: string) =>
    (await rows(device)).find((row) => row.name === name)?.sealed ?? ''
  const put = (name: string, sealed: string) =>
    db
      .updateTable('device_credentials')
      .set({ sealed })
      .where('device_id', '=', deviceId)
      .where('name', '=', name)
      .execute()

  test('are read as written, and stored encrypted', async () => {
    const many = Array.from({ length: 1200 }, (_, n) => session(`s${n}`))
    await store.write(deviceId, many)
    const found = await store.read(deviceId, 'session', [...many.map(({ name }) => name), 'none'])
    expect(found.size).toBe(1200)
    expect(found.get('s777')).toBe('value of s777')
    expect(JSON.stringify(await rows())).not.toContain('value of')
  })

  function onNode(nodeId: string, lease: number): CredentialStore {
    const leases = { of: () => lease }
    return createCredentialStore(
      db,
      box,
      createOwnedDevices({ db, nodeId, leases, isShared: true }),
    )
  }

  test.runIf(engine === 'PostgreSQL')(
    'a node with the device stores all until it is logged out',
    async () => {
      const [taken] = await createLeasesRepository(db, 'a').takeThese([deviceId], 0)
      const node = onNode('a', taken?.lease ?? 0)
      await node.write(deviceId, [session('a'), session('b'), session('c')])
      await node.write(deviceId, [session('a', 'newer'), session('b', null)])
      await node.write(deviceId, [session('c', 'newest'), session('d')])
      const found = await node.read(deviceId, 'session', ['a', 'b', 'c', 'd'])
      expect(found).toEqual(
        new Map([
          ['a', 'newer'],
          ['c', 'newest'],
          ['d', 'value of d'],
        ]),
      )
      await db.updateTable('devices').set({ logged_out: 1 }).where('id', '=', deviceId).execute()
      await node.write(deviceId, [session('late')])
      expect(await node.read(deviceId, 'session', ['late'])).toEqual(new Map())
    },
  )

  test.runIf(engine === 'PostgreSQL')('a node that lost the device changes none', async () => {
    const [taken] = await createLeasesRepository(db, 'a').takeThese([deviceId], 0)
    const late = onNode('a', taken?.lease ?? 0)
    await late.write(deviceId, [session('s', 'first')])
    await createLeasesRepository(db, 'a').giveBack(deviceId)
    const [again] = await createLeasesRepository(db, 'b').takeThese([deviceId], 0)
    await onNode('b', again?.lease ?? 0).write(deviceId, [session('s', 'second')])
    await expect(late.write(deviceId, [session('s', 'late')])).rejects.toThrow('Another node has')
    expect(await store.read(deviceId, 'session', ['s'])).toEqual(new Map([['s', 'second']]))
  })

  test('are separate by device and kind', async () => {
    await store.write(deviceId, [session('a'), { kind: 'pre-key', name: 'a', value: 'key' }])
    expect(await store.read(other, 'session', ['a'])).toEqual(new Map())
    expect(await store.read(deviceId, 'pre-key', ['a'])).toEqual(new Map([['a', 'key']]))
    expect(await store.read(deviceId, 'session', [])).toEqual(new Map())
  })

  test('are written all or none; the newest write counts, and null deletes', async () => {
    await store.write(deviceId, [session('a'), session('b')])
    await store.write(deviceId, [session('a', 'newer'), session('b', null), session('c', null)])
    const found = await store.read(deviceId, 'session', ['a', 'b', 'c'])
    expect(found).toEqual(new Map([['a', 'newer']]))
    const broken = [session('a', null), session('d'), session('e', 5 as unknown as string)]
    await expect(store.write(deviceId, broken)).rejects.toThrow()
    expect(await store.read(deviceId, 'session', ['a', 'd'])).toEqual(found)
  })

  test('written concurrently are stored in order, and a failing write delays no other', async () => {
    const written = await Promise.allSettled([
      store.write(deviceId, [session('a', 'first')]),
      store.write(deviceId, [session('a', 'second'), session('b')]),
      store.write(deviceId, [session('c'), session('d', 5 as unknown as string)]),
      store.write(deviceId, [session('a', 'third'), session('b', null)]),
    ])
    expect(written.map(({ status }) => status)).toEqual([
      'fulfilled',
      'fulfilled',
      'rejected',
      'fulfilled',
    ])
    const found = await store.read(deviceId, 'session', ['a', 'b', 'c', 'd'])
    expect(found).toEqual(new Map([['a', 'third']]))
  })

  test('are not written for a device that is logged out or deleted', async () => {
    await db.updateTable('devices').set({ logged_out: 1 }).where('id', '=', deviceId).execute()
    await store.write(deviceId, [session('late')])
    await store.write('nobody', [session('late')])
    expect(await rows()).toEqual([])
  })

  test.each<[string, (sealed: string) => string]>([
    ['changed', (sealed) => sealed.replace(/.(?=.{9}$)/, (sign) => (sign === 'A' ? 'B' : 'A'))],
    ['cut short', (sealed) => sealed.slice(0, 20)],
    ['emptied', () => ''],
    ['of another version', (sealed) => sealed.replace('v1.', 'v2.')],
    ['sealed with another key', () => createSecretBox(keyOf('theirs')).seal('x', 'x')],
    ['put in the open', () => 'value of a'],
  ])('that were %s are unreadable, and said to be', async (_what, change) => {
    await store.write(deviceId, [session('a'), session('b')])
    await put('a', change(await sealedAt(deviceId, 'a')))
    await expect(store.read(deviceId, 'session', ['a', 'b'])).rejects.toThrow(UnreadableCredentials)
    expect(await store.read(deviceId, 'session', ['b'])).toEqual(new Map([['b', 'value of b']]))
  })

  test('do not open after they are copied to another row', async () => {
    await store.write(deviceId, [session('a'), session('b')])
    await store.write(other, [session('b')])
    await put('a', await sealedAt(deviceId, 'b'))
    await expect(store.read(deviceId, 'session', ['a'])).rejects.toThrow(UnreadableCredentials)
    await put('b', await sealedAt(other, 'b'))
    await expect(store.read(deviceId, 'session', ['b'])).rejects.toThrow(UnreadableCredentials)
  })

  test('are unreadable with another SECRET_KEY, and stay unchanged', async () => {
    await store.write(deviceId, [session('a')])
    const before = await rows()
    const stranger = createCredentialStore(db, createSecretBox(keyOf('theirs')), owned)
    await expect(stranger.read(deviceId, 'session', ['a'])).rejects.toThrow(UnreadableCredentials)
    expect(await rows()).toEqual(before)
    expect((await store.read(deviceId, 'session', ['a'])).get('a')).toBe('value of a')
  })
})

import type { NumberCheck } from '@kirim/contract/number-check'
import { createFakeClock } from '@kirim/testing/fake-clock'
import { until } from '@kirim/testing/until'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import type { Db } from '../../../platform/database/database.ts'
import { createWork } from '../../../platform/nodes/work.ts'
import { engines, freshDatabase } from '../../../testing/engines.ts'
import { seedDevice, seedUser } from '../../../testing/seed-user.ts'
import { createNumberChecksRepository } from '../recipients/number-checks.repository.ts'
import { createNumberChecking } from './check-numbers.ts'

const DAY_MS = 24 * 60 * 60_000
const NUMBERS = Array.from({ length: 50 }, (_, n) => String(60_123_456_700 + n))
const isThere = (number: string) => Number(number) % 2 === 0

describe.each(engines)('numbers are checked through a device on %s', (engine) => {
  let db: Db
  let close: () => Promise<void>
  beforeAll(async () => {
    ;({ db, close } = await freshDatabase(engine))
  })
  afterAll(() => close())

  async function open() {
    const workspaceId = await seedUser(db)
    const deviceId = await seedDevice(db, workspaceId)
    const clock = createFakeClock()
    const checks = createNumberChecksRepository(db)
    const told: (NumberCheck | null)[] = []
    const asked: string[][] = []
    const learned: string[][] = []
    const network = { answers: true, tellsApart: true, server: 's.whatsapp.net' }
    const begin = () => {
      const checking = createNumberChecking({
        work: createWork(null),
        checks,
        clock,
        random: () => 0,
        nameOf: async () => 'Kedai',
        lookUp: {
          async resolveAll(_device, numbers) {
            asked.push([...numbers])
            if (!network.answers) throw new Error('The network did not answer.')
            if (!network.tellsApart && numbers.length > 1) return new Map()
            return new Map(numbers.map((n) => [n, isThere(n) ? `${n}@${network.server}` : null]))
          },
        },
        learnResolved: async ({ phoneNumber, jid }) => void learned.push([phoneNumber, jid]),
        tell: (_user, _device, check) => told.push(check),
        onFault: () => {},
      })
      onTestFinished(async () => {
        const stopped = checking.part.stop()
        clock.advance(60_000)
        await stopped
      })
      return checking
    }
    const left = () => checks.countWanted(deviceId)
    const leaves = (n: number) => until(`${n} are left`, async () => (await left()) === n)
    const rests = (ms: number) => until('it rests', () => clock.nextTimer() === clock.now() + ms)
    const find = (number: string) => checks.find(workspaceId, number, clock.now())
    return {
      workspaceId,
      deviceId,
      clock,
      checks,
      told,
      asked,
      learned,
      network,
      begin,
      left,
      leaves,
      rests,
      find,
    }
  }

  test('twenty at a time with rests between, and results are stored', async () => {
    const { workspaceId, deviceId, clock, checks, told, asked, begin, leaves, rests, find } =
      await open()
    const checking = begin()
    await checks.want(workspaceId, deviceId, NUMBERS)
    expect(await checking.begin(workspaceId, deviceId)).toMatchObject({ done: 0, total: 50 })
    checking.connected(deviceId)
    await leaves(30)
    await rests(3000)
    expect(told.at(-1)).toMatchObject({ done: 20 })
    clock.advance(2999)
    expect(asked).toHaveLength(1)
    clock.advance(1)
    await leaves(10)
    await rests(3000)
    expect(told.at(-1)).toEqual({ deviceId, done: 40, total: 50, waits: false })
    clock.advance(3000)
    await leaves(0)
    await until('the end is told', () => told.at(-1) === null)
    expect(asked.map(({ length }) => length)).toEqual([20, 20, 10])
    expect(await find('60123456700')).toMatchObject({
      isOnWhatsApp: true,
      jid: '60123456700@s.whatsapp.net',
      deviceName: 'Kedai',
    })
    expect(await find('60123456701')).toMatchObject({ isOnWhatsApp: false, jid: null })
    clock.advance(7 * DAY_MS + 1)
    expect(await find('60123456700')).toBeNull()
  })

  test('reports progress in order even with slow counts', async () => {
    const { workspaceId, deviceId, checks, told, begin, rests, find } = await open()
    const checking = begin()
    await checks.want(workspaceId, deviceId, NUMBERS)
    await checking.begin(workspaceId, deviceId)
    const slow = Promise.withResolvers<void>()
    const { countWanted } = checks
    vi.spyOn(checks, 'countWanted').mockImplementationOnce(async (id) => {
      const before = await countWanted(id)
      await slow.promise
      return before
    })
    checking.connected(deviceId)
    await until('twenty are known', () => find('60123456719'))
    slow.resolve()
    await rests(3000)
    await until('both are told', () => told.length === 3)
    const done = told.map((check) => check?.done ?? 0)
    expect(done).toEqual(done.toSorted((a, b) => a - b))
  })

  test('one by one, with the same rests, when the network cannot answer a batch', async () => {
    const { workspaceId, deviceId, clock, checks, asked, network, begin, leaves, rests, find } =
      await open()
    network.tellsApart = false
    const checking = begin()
    await checks.want(workspaceId, deviceId, NUMBERS.slice(0, 3))
    checking.connected(deviceId)
    await until('it was asked', () => asked.length === 1)
    for (const n of [2, 1, 0]) {
      await rests(3000)
      clock.advance(3000)
      await leaves(n)
    }
    expect(asked.map(({ length }) => length)).toEqual([3, 1, 1, 1])
    expect(await find('60123456702')).toMatchObject({ isOnWhatsApp: true })
  })

  test('and stores resolved identities', async () => {
    const { workspaceId, deviceId, checks, learned, network, begin, leaves } = await open()
    network.server = 'lid'
    const checking = begin()
    await checks.want(workspaceId, deviceId, NUMBERS.slice(0, 3))
    checking.connected(deviceId)
    await leaves(0)
    await until('both are told', () => learned.length === 2)
    expect(learned).toEqual([
      ['60123456700', '60123456700@lid'],
      ['60123456702', '60123456702@lid'],
    ])
  })

  test('stops while the device is offline, and resumes after a restart', async () => {
    const { workspaceId, deviceId, checks, told, begin, left, leaves } = await open()
    const before = begin()
    await checks.want(workspaceId, deviceId, NUMBERS)
    expect(await before.begin(workspaceId, deviceId)).toMatchObject({ waits: true, total: 50 })
    before.connected(deviceId)
    await leaves(30)
    before.disconnected(deviceId)
    await until('it waits', () => told.at(-1)?.waits === true)
    await before.part.stop()
    expect(await left()).toBe(30)
    const after = begin()
    after.connected(deviceId)
    await leaves(10)
  })

  test('backs off when the network does not answer, and retries', async () => {
    const { workspaceId, deviceId, clock, checks, asked, network, begin, leaves } = await open()
    network.answers = false
    const checking = begin()
    await checks.want(workspaceId, deviceId, NUMBERS.slice(0, 20))
    checking.connected(deviceId)
    await until('it was asked', () => asked.length === 1)
    network.answers = true
    await until('it is asked again', () => {
      clock.advance(30_000)
      return asked.length === 2
    })
    await leaves(0)
    expect(asked[1]).toEqual(asked[0])
  })

  test('stops when its owner stops it or unlinks the device', async () => {
    const { workspaceId, deviceId, checks, told, begin, left, find } = await open()
    await checks.keep([{ workspaceId, phoneNumber: '60123456701', jid: null }], {
      deviceName: 'Kedai',
      now: Date.now(),
    })
    const checking = begin()
    await checks.want(workspaceId, deviceId, NUMBERS)
    await checking.end(workspaceId, deviceId)
    expect([await left(), told.at(-1)]).toEqual([0, null])
    // What was known stays known.
    expect(await find('60123456701')).not.toBeNull()
    await checking.part.start()
    const rows = await db
      .selectFrom('number_checks')
      .select('phone_number')
      .where('user_id', '=', workspaceId)
      .execute()
    expect(rows).toEqual([{ phone_number: '60123456701' }])
  })
})

import { until } from '@kirim/testing/until'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createLog } from '../../../platform/log.ts'
import { type ChatRoom, openChatRoom } from '../../../testing/chat-room.ts'
import { journeyEngines } from '../../../testing/engines.ts'
import { silentRealtime } from '../../../testing/silent-realtime.ts'
import { createApiFailuresRepository, createApiOutcomeReporter } from './api-failures.ts'
import { createItemsRepository, type StoredItem } from './items.repository.ts'
import { presentListed } from './present-item.ts'

describe.each(journeyEngines)('calls that fail, on %s', (engine) => {
  let room: ChatRoom
  let item: StoredItem
  let other: StoredItem
  beforeEach(async () => {
    room = await openChatRoom(engine)
    item = await room.item({ caption: 'Price', apiRestDataStatus: 'enabled' })
    other = await room.item({ caption: 'Stock', apiRestDataStatus: 'enabled' })
  })
  afterEach(() => room.close())

  const failures = () => createApiFailuresRepository(room.db)
  const place = () => ({
    workspaceId: room.workspaceId,
    deviceId: room.deviceId,
    itemId: item.id,
  })
  const listed = () =>
    createItemsRepository(room.db).list(room.workspaceId, room.deviceId, (one) => one)
  const failureOf = async ({ id }: StoredItem) =>
    (await listed()).find((known) => known.id === id)?.apiFailure
  const failed = (at: number, reason = `At ${at}.`) => failures().record(place(), { at, reason })

  test('report the first failure once and store the latest, in any order', async () => {
    expect(await failed(10)).toBe(true)
    expect(await failureOf(item)).toEqual({ at: 10, reason: 'At 10.' })
    expect(await failed(30)).toBe(false)
    expect(await failed(20)).toBe(false)
    expect(await failureOf(item)).toEqual({ at: 30, reason: 'At 30.' })
    expect(await failureOf(other)).toBeNull()
  })

  test('report the first of many concurrent failures once', async () => {
    const results = await Promise.all([1, 2, 3, 4].map((at) => failed(at)))
    expect(results.filter(Boolean)).toHaveLength(1)
    expect(await failureOf(item)).toEqual({ at: 4, reason: 'At 4.' })
  })

  test('end with a later success, not with an earlier one', async () => {
    expect(await failures().clear(place(), 5)).toBe(false)
    await failed(10)
    expect(await failures().clear(place(), 9)).toBe(false)
    expect(await failures().clear(place(), 11)).toBe(true)
    expect(await failureOf(item)).toBeNull()
    expect(await failed(12)).toBe(true)
  })

  test("do not count as edits, and do not affect another user's items", async () => {
    await failed(10)
    const stranger = { ...place(), workspaceId: 'stranger' }
    expect(await failures().record(stranger, { at: 20, reason: 'Theirs.' })).toBe(false)
    expect(await failures().clear(stranger, 20)).toBe(false)
    const items = createItemsRepository(room.db)
    expect(await items.list('stranger', room.deviceId, (one) => one)).toEqual([])
    const switched = await items.setEnabled(item, false)
    expect(switched).toMatchObject({
      apiFailure: { at: 10, reason: 'At 10.' },
      updatedAt: item.updatedAt,
    })
  })

  test("are not stored for another user's item", async () => {
    const stranger = { ...place(), workspaceId: 'stranger' }
    expect(await failures().record(stranger, { at: 20, reason: 'Theirs.' })).toBe(false)
    expect(await failureOf(item)).toBeNull()
  })

  test('are deleted with their item', async () => {
    await failed(10)
    await room.erase(item)
    expect(await failed(20)).toBe(false)
    expect(await failures().clear(place(), 30)).toBe(false)
    expect((await listed()).map(({ id }) => id)).toEqual([other.id])
  })

  test('are shown while the calls of their item are on', async () => {
    await failed(10)
    const [shown] = await listed()
    if (!shown) throw new Error('no item')
    expect(presentListed(shown).apiFailure).toEqual({
      at: '1970-01-01T00:00:00.010Z',
      reason: 'At 10.',
    })
    expect(presentListed({ ...shown, apiRestDataStatus: 'disabled' }).apiFailure).toBeNull()
  })

  test('notify open pages when they begin and end', async () => {
    const events: string[] = []
    const tell = createApiOutcomeReporter({
      db: room.db,
      clock: room.clock,
      log: createLog('silent'),
      realtime: silentRealtime({
        toNumbers: (user, _deviceIds, event, ..._args) => {
          events.push(`${user} ${event}`)
        },
      }),
    })
    const outcome = async (reason: string | null) => {
      room.clock.advance(1000)
      tell(place(), reason)
      await until('the outcome is kept', async () => {
        const failure = await failureOf(item)
        return reason === null ? failure === null : failure?.at === room.clock.now()
      })
    }
    const event = `${room.workspaceId} chatbots_changed`
    await outcome('One.')
    await outcome('Two.')
    await until('it is told', () => events.length > 0)
    expect(events).toEqual([event])
    await outcome(null)
    await until('it is told again', () => events.length > 1)
    await outcome(null)
    expect(events).toEqual([event, event])
  })
})

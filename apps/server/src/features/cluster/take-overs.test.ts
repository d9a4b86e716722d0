import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { databaseNow } from '../../platform/database/database-clock.ts'
import { engines, freshDatabase } from '../../testing/engines.ts'
import { createClusterEventsRepository } from './cluster-events.repository.ts'
import { createNodesRepository } from './nodes.repository.ts'
import { createTakeOversRepository } from './take-overs.repository.ts'
import { createTakeOvers } from './take-overs.ts'

describe.each(engines)('a take-over on %s', (engine) => {
  let database: Awaited<ReturnType<typeof freshDatabase>>
  let successors: (string | null)[]
  beforeEach(async () => {
    database = await freshDatabase(engine)
    for (const id of ['a', 'b', 'gone']) await nodes().join({ ...NODE, id, name: `kirim-${id}` })
    await nodes().leave('gone', 'silent')
    successors = ['a', null]
  })
  afterEach(() => database.close())

  const NODE = { home: 'home', address: '127.0.0.1:3000', version: '1' }
  const now = databaseNow(engine === 'PostgreSQL', { now: Date.now, after: () => () => {} })
  const nodes = () => createNodesRepository(database.db, now)
  const rows = () => createTakeOversRepository(database.db, now)
  const events = () => createClusterEventsRepository(database.db, now)
  const takeOvers = () =>
    createTakeOvers({
      takeOvers: rows(),
      events: events(),
      successorsOf: async () => successors,
    })

  test('is noted once, with the new nodes, when no device is left without one', async () => {
    expect(await rows().noteFreed('gone', 38)).toBe(true)
    expect(await rows().noteFreed('gone', 0)).toBe(false)
    await takeOvers().note()
    expect(await events().list(9)).toEqual([])
    successors = ['a', 'b']
    await Promise.all([takeOvers().note(), takeOvers().note()])
    const noted = await events().list(9)
    expect(noted).toMatchObject([
      {
        code: 'taken_over',
        params: { name: 'kirim-gone', devices: 38, by: ['kirim-a', 'kirim-b'] },
      },
    ])
    expect(noted[0]?.params.ms).toBeGreaterThanOrEqual(0)
    await takeOvers().note()
    expect(await events().list(9)).toHaveLength(1)
  })

  test('is not noted before the devices are free, nor for a node without devices', async () => {
    successors = []
    await takeOvers().note()
    await rows().noteFreed('gone', 0)
    await takeOvers().note()
    expect(await events().list(9)).toEqual([])
  })

  test('omits events of kinds that only another version knows', async () => {
    const row = { id: 'x', at: 1, code: 'node_flew', params: '{}' }
    await database.db.insertInto('cluster_events').values(row).execute()
    await events().add('serving', { name: 'kirim-a' })
    expect((await events().list(9)).map(({ code }) => code)).toEqual(['serving'])
  })
})

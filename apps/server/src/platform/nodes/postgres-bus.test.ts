import { Socket } from 'node:net'
import { createFakeClock } from '@kirim/testing/fake-clock'
import { until } from '@kirim/testing/until'
import pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { freshStore } from '../../testing/engines.ts'
import { createSecretBox } from '../crypto/secret-box.ts'
import { createLog } from '../log.ts'
import { createDatabaseTime } from './database-time.ts'
import { createPostgresBus } from './postgres-bus.ts'

let store: Awaited<ReturnType<typeof freshStore>>
const box = createSecretBox(Buffer.alloc(32, 1))
let buses: ReturnType<typeof bus>[]
beforeEach(async () => {
  store = await freshStore('PostgreSQL')
  buses = []
})
afterEach(async () => {
  for (const { part } of buses) await part.stop()
  store.remove()
})

function bus(nodeId: string, stream = () => new Socket()) {
  const clock = createFakeClock()
  const made = createPostgresBus({
    access: { url: store.databaseUrl ?? '', name: `bus-${nodeId}`, stream },
    nodeId,
    box,
    time: createDatabaseTime(),
    clock,
    log: createLog('silent'),
  })
  const heard: string[] = []
  made.on('campaigns_of', (about) => heard.push(`campaigns of ${about}`))
  made.on('items_of', (about) => heard.push(`items of ${about}`))
  made.onMissed(() => heard.push('missed'))
  return { ...made, heard, clock }
}

async function started(...nodeIds: string[]) {
  buses = nodeIds.map((id) => bus(id))
  for (const { part } of buses) await part.start()
  return buses as [ReturnType<typeof bus>, ReturnType<typeof bus>]
}

async function statement(text: string, values: unknown[] = []) {
  const client = new pg.Client({ connectionString: store.databaseUrl ?? '' })
  await client.connect()
  await client.query(text, values)
  await client.end()
}
const cut = (nodeId: string) =>
  statement('select pg_terminate_backend(pid) from pg_stat_activity where application_name = $1', [
    `bus-${nodeId}`,
  ])

test('other nodes receive messages in order, and the sender does not', async () => {
  const [a, b] = await started('a', 'b')
  a.publish('campaigns_of', '1')
  a.publish('items_of', '2')
  await until('both are heard', () => b.heard.length === 2)
  expect(b.heard).toEqual(['campaigns of 1', 'items of 2'])
  b.publish('items_of', '3')
  await until('the answer is heard', () => a.heard.length === 1)
  expect([a.heard, b.heard.length]).toEqual([['items of 3'], 2])
})

test('foreign notifications are ignored', async () => {
  const [a, b] = await started('a', 'b')
  for (const text of ['', 'x', '[]', '{"node":1}', JSON.stringify({ node: 'c', topic: 'none' })]) {
    await statement("select pg_notify('kirim', $1)", [text])
  }
  a.publish('items_of', '1')
  await until('it is heard', () => b.heard.length > 0)
  expect(b.heard).toEqual(['items of 1'])
})

/** The notifications during a task, as any user of the database receives them. */
async function listening(task: () => Promise<void>): Promise<string[]> {
  const client = new pg.Client({ connectionString: store.databaseUrl ?? '' })
  const told: string[] = []
  client.on('notification', ({ payload }) => told.push(payload ?? ''))
  await client.connect()
  await client.query('listen kirim')
  await task()
  await client.end()
  return told
}
const repeat = (payload: string) => statement("select pg_notify('kirim', $1)", [payload])

test('replayed messages are ignored, also by nodes that join later', async () => {
  const [a, b] = await started('a', 'b')
  const told = await listening(async () => {
    a.publish('items_of', '1')
    a.publish('items_of', '2')
    await until('both are heard', () => b.heard.length === 2)
  })
  expect(told).toHaveLength(2)
  for (const payload of [...told, ...told]) await repeat(payload)
  await cut('b')
  await until('it listens again', () => {
    b.clock.advance(250)
    return b.heard.includes('missed')
  })
  for (const payload of told) await repeat(payload)
  const c = bus('c')
  buses.push(c)
  await c.part.start()
  a.publish('items_of', '3')
  await until('the next is heard', () => [b, c].every(({ heard }) => heard.includes('items of 3')))
  for (const payload of told) await repeat(payload)
  a.publish('items_of', '4')
  await until('the last is heard', () => [b, c].every(({ heard }) => heard.includes('items of 4')))
  expect(b.heard).toEqual(['items of 1', 'items of 2', 'missed', 'items of 3', 'items of 4'])
  expect(c.heard).toEqual(['items of 3', 'items of 4'])
})

test('a node that was cut off learns that it may have missed something', async () => {
  const [a, b] = await started('a', 'b')
  await cut('b')
  await until('it listens again', () => {
    b.clock.advance(250)
    return b.heard.includes('missed')
  })
  a.publish('items_of', '1')
  await until('it hears again', () => b.heard.includes('items of 1'))
})

test('after a failed message the others treat everything as changed', async () => {
  const [a, b] = await started('a', 'b')
  await cut('a')
  a.publish('items_of', 'untold')
  await until('the other takes everything as changed', () => {
    a.clock.advance(250)
    return b.heard.includes('missed')
  })
})

test('after a message that the database refuses the others treat everything as changed', async () => {
  const [a, b] = await started('a', 'b')
  // More than a notification may hold.
  a.publish('items_of', 'x'.repeat(9000))
  await until('the other takes everything as changed', () => {
    a.clock.advance(250)
    return b.heard.includes('missed')
  })
})

test('can be stopped while it reconnects', async () => {
  const stopped = Promise.withResolvers<void>()
  let opened = 0
  const one = bus('a', () => {
    opened += 1
    if (opened > 1) stopped.resolve(one.part.stop())
    return new Socket()
  })
  await one.part.start()
  await cut('a')
  await until('it opens another', () => {
    one.clock.advance(250)
    return opened > 1
  })
  await stopped.promise
  expect(opened).toBe(2)
})

test('starts without a connection, learns later that it missed something, and stops', async () => {
  const [a] = await started('a')
  let isAway = true
  const stream = () => {
    const socket = new Socket()
    if (isAway) process.nextTick(() => socket.destroy(new Error('It is away.')))
    return socket
  }
  const [b, c] = [bus('b', stream), bus('c', stream)]
  await c.part.start()
  await c.part.stop()
  await b.part.start()
  isAway = false
  await until('it listens', () => {
    b.clock.advance(250)
    return b.heard.includes('missed')
  })
  a.publish('items_of', '1')
  await until('it hears', () => b.heard.includes('items of 1'))
  await b.part.stop()
})

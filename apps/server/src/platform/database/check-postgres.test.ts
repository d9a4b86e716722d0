import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { createFastClock } from '@kirim/testing/fast-clock'
import { startPgbouncer } from '@kirim/testing/pgbouncer'
import { until } from '@kirim/testing/until'
import pg from 'pg'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { freshStore } from '../../testing/engines.ts'
import { systemClock } from '../clock.ts'
import { checkPostgres } from './check-postgres.ts'

let url: string
beforeAll(async () => {
  const store = await freshStore('PostgreSQL')
  store.remove()
  url = store.databaseUrl ?? ''
})

async function through(...settings: string[]): Promise<string> {
  const pooler = await startPgbouncer(url, settings)
  onTestFinished(pooler.stop)
  return pooler.url
}

/** Another database on the same server. */
async function made(how: string): Promise<string> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const name = `made_${crypto.randomUUID().replaceAll('-', '')}`
  await client.query(`create database ${name} template template0 ${how}`)
  await client.end()
  return url.replace(/[^/]*$/, name)
}

/** So many clients have each had a transaction at the same time. */
async function filled(pooled: string, count: number): Promise<void> {
  const clients = Array.from({ length: count }, () => new pg.Client({ connectionString: pooled }))
  for (const client of clients) await client.connect()
  for (const what of ['begin', 'rollback']) {
    await Promise.all(clients.map((client) => client.query(what)))
  }
  await Promise.all(clients.map((client) => client.end()))
}

test('PostgreSQL itself may be used, and a pooler that leaves each client its session', async () => {
  await checkPostgres(url, systemClock)
  await checkPostgres(await through('pool_mode = session'), systemClock)
})

test.each([
  ['transaction mode', 0, ['pool_mode = transaction']],
  ['transaction mode, with five to choose from', 5, ['pool_mode = transaction']],
  ['transaction mode, two taking turns', 2, ['pool_mode = transaction', 'server_round_robin = 1']],
  [
    'transaction mode, many taking turns',
    20,
    ['pool_mode = transaction', 'server_round_robin = 1'],
  ],
  ['transaction mode, with one', 1, ['pool_mode = transaction', 'default_pool_size = 1']],
  ['statement mode', 0, ['pool_mode = statement']],
])('a pooler in %s is refused', async (_, count, settings) => {
  const pooled = await through(...settings)
  await filled(pooled, count)
  await expect(checkPostgres(pooled, systemClock)).rejects.toThrow(
    'Connections to the database that DATABASE_URL names do not keep a session',
  )
})

test('a database whose encoding lacks letters is refused', async () => {
  const latin1 = await made("encoding 'LATIN1' lc_collate 'C' lc_ctype 'C'")
  await expect(checkPostgres(latin1, systemClock)).rejects.toThrow(
    'The database that DATABASE_URL names uses the encoding LATIN1',
  )
})

test('a pooler that has no connection left is told of', async () => {
  const pooled = await through('pool_mode = session', 'default_pool_size = 1')
  const clock = createFastClock(50)
  await expect(checkPostgres(pooled, clock)).rejects.toThrow(
    'The database that DATABASE_URL names did not answer two connections within 15 seconds',
  )
})

test('one that does not answer is told of, and left', async () => {
  const asked = new Set<Socket>()
  const silent = createServer({ allowHalfOpen: true }, (socket) => {
    asked.add(socket)
    socket.on('error', () => {})
    socket.on('close', () => asked.delete(socket))
    socket.resume()
  })
  onTestFinished(() => void silent.close())
  await once(silent.listen(0, '127.0.0.1'), 'listening')
  const { port } = silent.address() as AddressInfo
  const clock = createFastClock(50)
  const address = `postgres://kirim@127.0.0.1:${port}/kirim`
  const refused = expect(checkPostgres(address, clock)).rejects.toThrow(
    'did not answer two connections within 15 seconds',
  )
  // The time passes quickly only once it was asked.
  await clock.inRealTime(() => until('it is asked', () => asked.size > 0))
  await refused
  await until('whatever it says is heard no longer', () => {
    for (const socket of asked) socket.write('R')
    return asked.size === 0
  })
})

test('a database that can only be read, as a standby, is refused', async () => {
  const standby = await made('')
  const address = `${standby}?options=-c%20default_transaction_read_only%3Don`
  const readOnly = checkPostgres(address, systemClock)
  await expect(readOnly).rejects.toThrow('can only be read. Name the primary server')
})

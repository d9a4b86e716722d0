import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  type BenchEngine,
  type BenchStore,
  createStore,
  newUser,
  startServer,
} from './support/bench-server.ts'
import { seedDevice } from './support/seed.ts'

/**
 * From the start of the process to its first answer, on a database without linked numbers and on one with
 * 200, which connect to a network that nobody serves. Beside it what Node itself takes to start.
 * `npm run bench start [SQLite|PostgreSQL] [numbers] [rounds]`
 */
const engine = (process.argv[2] ?? 'SQLite') as BenchEngine
const NUMBERS = Number(process.argv[3] ?? 200)
const ROUNDS = Number(process.argv[4] ?? 5)

console.log(`Node alone: ${await median(startNode)} ms`)
const store = await createStore(engine)
try {
  console.log(`an empty folder: ${(await startKirim(store)).toFixed(0)} ms`)
  console.log(`0 numbers: ${await median(() => startKirim(store))} ms`)
  await link(store)
  console.log(`${NUMBERS} numbers: ${await median(() => startKirim(store))} ms`)
} finally {
  store.remove()
}

async function median(measure: () => Promise<number>): Promise<string> {
  const times: number[] = []
  for (let round = 0; round < ROUNDS; round++) times.push(await measure())
  times.sort((a, b) => a - b)
  const at = (place: number) => times[place]?.toFixed(0)
  return `${at(ROUNDS >> 1)} (${at(0)} to ${at(ROUNDS - 1)})`
}

async function startNode(): Promise<number> {
  const start = performance.now()
  await once(spawn(process.execPath, ['--eval', '0']), 'exit')
  return performance.now() - start
}

async function startKirim(on: BenchStore): Promise<number> {
  const start = performance.now()
  const server = await startServer(on, { metered: false })
  await server.call('GET', '/health')
  const took = performance.now() - start
  await server.stop()
  return took
}

async function link(on: BenchStore): Promise<void> {
  const server = await startServer(on)
  const { id } = await newUser(server)
  await server.stop()
  const db = on.open()
  for (let n = 0; n < NUMBERS; n++) await seedDevice(db, id, n)
  await db.destroy()
}

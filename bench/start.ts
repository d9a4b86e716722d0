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
 * Measures the time from the start of the process to its first response, on a database without
 * linked numbers and on one with 200, which connect to an unreachable network, compared with the
 * start of Node alone. `npm run bench start [SQLite|PostgreSQL] [numbers] [rounds]`
 */
const engine = (process.argv[2] ?? 'SQLite') as BenchEngine
const NUMBERS = Number(process.argv[3] ?? 200)
const PORT = 39_417
const ROUNDS = Number(process.argv[4] ?? 5)

console.log(`Node alone: ${await report(startNode)}`)
const store = await createStore(engine)
try {
  console.log(`an empty folder: ${await report(() => startKirim(store), 1)}`)
  console.log(`0 numbers: ${await report(() => startKirim(store))}`)
  await link(store)
  console.log(`${NUMBERS} numbers: ${await report(() => startKirim(store))}`)
} finally {
  store.remove()
}

interface Start {
  readonly ms: number
  /**
   * The server's CPU time until then, which is more reliable than elapsed time on a busy machine.
   */
  readonly cpuMs: number
}

async function report(measure: () => Promise<Start>, rounds = ROUNDS): Promise<string> {
  const starts: Start[] = []
  for (let round = 0; round < rounds; round++) starts.push(await measure())
  return `${spread(starts.map(({ ms }) => ms))} ms, of CPU ${spread(starts.map(({ cpuMs }) => cpuMs))} ms`
}

function spread(values: readonly number[]): string {
  const sorted = values.toSorted((a, b) => a - b)
  const at = (place: number) => sorted[place]?.toFixed(0)
  return `${at(sorted.length >> 1)} (${at(0)} to ${at(sorted.length - 1)})`
}

async function startNode(): Promise<Start> {
  const start = performance.now()
  await once(spawn(process.execPath, ['--eval', '0']), 'exit')
  return { ms: performance.now() - start, cpuMs: Number.NaN }
}

async function startKirim(on: BenchStore): Promise<Start> {
  const start = performance.now()
  const server = await startServer(on, { metered: false, port: PORT })
  const took = { ms: performance.now() - start, cpuMs: server.cpuMs() }
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

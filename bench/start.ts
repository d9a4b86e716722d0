import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { type BenchStore, createStore, newUser, startServer } from './support/bench-server.ts'
import { onEngines } from './support/frame.ts'
import { median } from './support/others-meanwhile.ts'
import { report } from './support/report.ts'
import { seedDevice } from './support/seed.ts'

/**
 * Measures the time from the start of the process to its first response, on a new database, on one
 * without linked numbers and on one with 200, which connect to an unreachable network, beside the
 * start of Node alone. `npm run bench start [SQLite|PostgreSQL|both] [numbers] [rounds]`
 */
const [engines = 'both', numbers = '200', rounds = '5'] = process.argv.slice(2)
const NUMBERS = Number(numbers)
const ROUNDS = Number(rounds)
const PORT = 39_417

const rows: object[] = [await measure('Node alone', startNode)]
await onEngines(engines, async (engine) => {
  const store = await createStore(engine)
  try {
    rows.push(await measure(`${engine}, a new database`, () => startKirim(store), 1))
    rows.push(await measure(`${engine}, 0 numbers`, () => startKirim(store)))
    await link(store)
    rows.push(await measure(`${engine}, ${NUMBERS} numbers`, () => startKirim(store)))
  } finally {
    store.remove()
  }
})
report('start', rows)

interface Start {
  readonly ms: number
  /**
   * The server's CPU time until then, which is more reliable than elapsed time on a busy machine.
   */
  readonly cpuMs: number
}

async function measure(what: string, start: () => Promise<Start>, times = ROUNDS) {
  const starts: Start[] = []
  for (let round = 0; round < times; round++) starts.push(await start())
  const of = (figure: keyof Start) => starts.map((one) => one[figure])
  const [ms, cpuMs] = [of('ms'), of('cpuMs')]
  return {
    what,
    ms: Math.round(median(ms)),
    bestMs: Math.round(Math.min(...ms)),
    mostMs: Math.round(Math.max(...ms)),
    cpuMs: Math.round(median(cpuMs)),
  }
}

async function startNode(): Promise<Start> {
  const start = performance.now()
  const tell = 'const { user, system } = process.cpuUsage(); console.log((user + system) / 1000)'
  const { stdout } = await promisify(execFile)(process.execPath, ['--eval', tell])
  return { ms: performance.now() - start, cpuMs: Number(stdout) }
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

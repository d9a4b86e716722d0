import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { ATTACKS } from './support/attacks/attacks.ts'
import {
  type BenchEngine,
  createStore,
  type Longest,
  newUser,
  startServer,
} from './support/bench-server.ts'
import { healthWaits } from './support/health-waits.ts'

/**
 * Measures response times of `/api/health` for another client while the server is under attack,
 * compared with the idle server just before. The attacker is a separate process with its own
 * address (127.0.0.2). `npm run bench attack [SQLite|PostgreSQL] [seconds] [part of an attack's
 * name]`
 */
const engine = (process.argv[2] ?? 'SQLite') as BenchEngine
const SECONDS = Number(process.argv[3] ?? 10)
const CHOSEN = process.argv[4] ?? ''
const ATTACKER = fileURLToPath(new URL('./support/attacker.ts', import.meta.url))

for (const name of Object.keys(ATTACKS)) if (name.includes(CHOSEN)) await underAttack(name)

/** Each attack gets a new server, so that it is not affected by an earlier one. */
async function underAttack(name: string): Promise<void> {
  const store = await createStore(engine)
  const env = { ...store.env, REGISTER_LIMIT: '1000000' }
  const server = await startServer({ ...store, env })
  const attacker = fork(ATTACKER)
  try {
    const { token } = await newUser(server)
    const { hostname: host, port } = new URL(server.url)
    attacker.send({ name, target: { host, port: Number(port), token } })
    await said(attacker)
    await healthWaits(server.url, untilAfter(1))
    await server.longest()
    const calm = await healthWaits(server.url, untilAfter(SECONDS))
    const before = await server.longest()
    const cpuBefore = server.cpuMs()
    const start = performance.now()
    attacker.send(SECONDS)
    const did = said(attacker)
    const attacked = await healthWaits(server.url, did)
    const cpu = (server.cpuMs() - cpuBefore) / (performance.now() - start)
    const during = await server.longest()
    console.log(
      `${name}: ${attacked}, longest block ${block(during)}; calm: ${calm}, ${block(before)}. The server ` +
        `used ${Math.round(cpu * 100)} % of a core; the attacker: ${JSON.stringify(await did)}`,
    )
  } finally {
    attacker.kill()
    await server.stop()
    store.remove()
  }
}

function block({ blockMs, blockCpuMs }: Longest): string {
  return `${blockMs.toFixed(0)} ms (${blockCpuMs.toFixed(0)} of CPU)`
}

async function said(attacker: ChildProcess): Promise<unknown> {
  const ended = once(attacker, 'exit').then(() => Promise.reject(new Error('The attacker ended.')))
  ended.catch(() => {})
  const [message] = await Promise.race([once(attacker, 'message'), ended])
  return message
}

function untilAfter(seconds: number): Promise<unknown> {
  return new Promise((done) => setTimeout(done, seconds * 1000))
}

import { appendFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Session } from '@kirim/contract/accounts'
import type { Device } from '@kirim/contract/devices'
import { type SandboxNetwork, startSandboxNetwork } from '@kirim/sandbox-network/network'
import { createFastClock } from '@kirim/testing/fast-clock'
import { startPostgres } from '@kirim/testing/postgres'
import { type Db, openDatabase } from '../apps/server/src/platform/database/database.ts'
import { createLog } from '../apps/server/src/platform/log.ts'
import { linkBy } from '../apps/server/src/testing/test-browser.ts'
import type { Engine } from './arguments.ts'
import { createServerProcess } from './server-process.ts'

/** How many times as fast as the real time the time of the server and of the network runs. */
export const SPEED = 5
const TENANTS = 3
/** Of each tenant. */
const NUMBERS = 2
const RECEIPTS = { deliveredMs: 500, readMs: 1500 }

/** An account with its numbers, and its calls of the server. */
export interface Tenant {
  readonly name: string
  readonly session: Session
  readonly devices: readonly Device[]
  /** Throws unless it is answered well, also when the server has ended by itself. */
  call<T>(method: string, path: string, body?: object | FormData): Promise<T>
}

/** A server with several tenants, and the network of their phones. */
export interface WeatherWorld {
  readonly engine: Engine
  readonly url: string
  readonly network: SandboxNetwork
  readonly tenants: readonly Tenant[]
  /** The time of the server and of the network. */
  now(): number
  /** The server's database, on a second connection. */
  readonly store: Db
  stop(): Promise<void>
}

/** Starts everything; what the server says goes into the log. */
export async function startWeatherWorld(engine: Engine, log: string): Promise<WeatherWorld> {
  const folder = mkdtempSync(join(tmpdir(), 'kirim-weather-'))
  const clock = createFastClock(SPEED)
  const network = await startSandboxNetwork({
    dataDir: join(folder, 'network'),
    clock: { now: clock.now, after: (ms, run) => ({ cancel: clock.after(ms, run) }) },
    receipts: RECEIPTS,
    onFault: (error) => appendFileSync(log, `network: ${error.message}\n`),
  })
  const ca = join(folder, 'ca.pem')
  writeFileSync(ca, network.caCertificate)
  const postgres = engine === 'PostgreSQL' ? await startPostgres() : null
  const dataDir = join(folder, 'data')
  mkdirSync(dataDir, { mode: 0o700 })
  const databaseUrl = postgres?.url('postgres') ?? ''
  const server = createServerProcess(
    {
      PORT: '0',
      SPEED: String(SPEED),
      DATA_DIR: dataDir,
      LINK_LIMIT: '100000',
      DATABASE_URL: databaseUrl,
      LOG_LEVEL: 'info',
      WHATSAPP_NETWORK: 'live',
      WHATSAPP_URL: network.url,
      WHATSAPP_ROOT_KEY: network.rootKey,
      NODE_EXTRA_CA_CERTS: ca,
    },
    log,
  )
  const removeAll = () => {
    postgres?.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  // After the server is killed, which is on them.
  process.once('exit', removeAll)
  await server.up()
  const where = databaseUrl ? { url: databaseUrl } : { file: join(dataDir, 'kirim.db') }
  const store = openDatabase(where, createLog('silent'))
  const tenants: Tenant[] = []
  for (let n = 0; n < TENANTS; n++) {
    tenants.push(await newTenant({ url: server.url(), network, store }, n, NUMBERS))
  }
  return {
    engine,
    url: server.url(),
    network,
    tenants,
    now: clock.now,
    store,
    async stop() {
      await store.destroy()
      await server.kill()
      await network.stop()
      process.off('exit', removeAll)
      removeAll()
    },
  }
}

/** Registered, with so many numbers linked. */
export async function newTenant(
  { url, network, store }: { url: string; network: SandboxNetwork; store: Db },
  place: number,
  numbers: number,
): Promise<Tenant> {
  const name = `tenant ${place}`
  const account = { email: `tenant${place}@example.com`, password: 'a long password' }
  await ask(url, '', 'POST', '/users/register', { name, ...account })
  const session = await ask<Session>(url, '', 'POST', '/users/login', account)
  // The plan of a new account has one number.
  await store
    .updateTable('users')
    .set({ membership_plan: 'Pro' })
    .where('id', '=', session._id)
    .execute()
  const call: Tenant['call'] = (...asked) => ask(url, session.token, ...asked)
  const asApp = async (method: string, path: string) => ({
    status: 200,
    headers: new Headers(),
    body: await call<unknown>(method, path),
  })
  const devices: Device[] = []
  for (let n = 0; n < numbers; n++) {
    const device = await linkBy({ url, call: asApp }, session, async (code) => {
      const number = `60111${place}555${n}1`
      network.createPhone({ owner: name, name: `Kedai ${n + 1}`, number })
      await network.scan(code, number)
      return number
    })
    devices.push(device)
  }
  return { name, session, devices, call }
}

export async function ask<T>(
  url: string,
  token: string,
  method: string,
  path: string,
  body?: object | FormData,
): Promise<T> {
  const isForm = body instanceof FormData
  const answer = await fetch(`${url}/api${path}`, {
    method,
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(body && !isForm && { 'content-type': 'application/json' }),
    },
    ...(body && { body: isForm ? body : JSON.stringify(body) }),
  })
  const said = await answer.text()
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${said}`)
  return (said ? JSON.parse(said) : null) as T
}

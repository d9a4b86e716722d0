import { appendFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Session } from '@kirim/contract/accounts'
import type { Device } from '@kirim/contract/devices'
import { systemClock as networkClock } from '@kirim/sandbox-network/clock'
import { type SandboxNetwork, startSandboxNetwork } from '@kirim/sandbox-network/network'
import { createFastClock } from '@kirim/testing/fast-clock'
import { startPostgres, type TestPostgres } from '@kirim/testing/postgres'
import { type Db, openDatabase } from '../apps/server/src/platform/database/database.ts'
import { createLog } from '../apps/server/src/platform/log.ts'
import { linkBy } from '../apps/server/src/testing/test-browser.ts'
import type { Engine } from './arguments.ts'
import type { Disk } from './disks.ts'
import { createServerProcess, type ServerProcess } from './server-process.ts'
import { unsettledIn } from './unsettled.ts'
import { type Witness, watch } from './witness.ts'

/** A server with some linked numbers, on a network that outlives it and remembers. */
export interface World {
  readonly engine: Engine
  readonly disk: Disk
  readonly network: SandboxNetwork
  readonly witness: Witness
  readonly server: ServerProcess
  readonly postgres: TestPostgres | null
  readonly session: Session
  readonly devices: readonly Device[]
  /** The server's database, on a second connection. */
  openStore(): Db
  /** The ids of messages that it has no answer for. It must not be running. */
  unsettled(): Promise<string[]>
  /** Calls the server until it answers as wanted: it may be going down, or coming up. */
  call<T>(method: string, path: string, body?: object | FormData): Promise<T>
  stop(): Promise<void>
}

/**
 * So many times as fast as the real time the server's clock runs: the shortest gap that a campaign
 * may have is a tenth of a second then.
 */
const SPEED = 40
const NUMBERS = 4
const PATIENCE_MS = 60_000
const AGAIN_MS = 200

/** Starts everything on the disk; what the server says besides its address goes into the log. */
export async function startWorld(engine: Engine, disk: Disk, log: string): Promise<World> {
  const networkFolder = mkdtempSync(join(tmpdir(), 'kirim-network-'))
  const network = await startSandboxNetwork({
    dataDir: networkFolder,
    // It tells the server's time, for who answered when, and waits as long as it says.
    clock: { ...networkClock, now: createFastClock(SPEED).now },
    receipts: { deliveredMs: 30, readMs: 90 },
    onFault: (error) => appendFileSync(log, `network: ${error.message}\n`),
  })
  const ca = join(networkFolder, 'ca.pem')
  writeFileSync(ca, network.caCertificate)
  const postgres =
    engine === 'PostgreSQL' ? await startPostgres({ parent: disk.folder, durable: true }) : null
  const removeAll = () => {
    postgres?.stop()
    disk.remove()
    rmSync(networkFolder, { recursive: true, force: true })
  }
  const databaseUrl = postgres?.url('postgres') ?? ''
  const dataDir = join(disk.folder, 'data')
  mkdirSync(dataDir, { mode: 0o700 })
  const env = {
    PORT: '0',
    SPEED: String(SPEED),
    DATA_DIR: dataDir,
    LINK_LIMIT: '100000',
    DATABASE_URL: databaseUrl,
    LOG_LEVEL: 'warn',
    WHATSAPP_NETWORK: 'live',
    WHATSAPP_URL: network.url,
    WHATSAPP_ROOT_KEY: network.rootKey,
    NODE_EXTRA_CA_CERTS: ca,
  }
  const server = createServerProcess(env, log)
  // After the server is killed, which is on them.
  process.once('exit', removeAll)
  const where = databaseUrl ? { url: databaseUrl } : { file: join(dataDir, 'kirim.db') }
  const openStore = () => openDatabase(where, createLog('silent'))
  await server.up()

  let token = ''
  async function call<T>(method: string, path: string, body?: object | FormData): Promise<T> {
    const until = Date.now() + PATIENCE_MS
    for (;;) {
      await server.up()
      const answer = await ask(method, path, body).catch((error: Error) => error.message)
      if (typeof answer !== 'string') return answer.body as T
      if (Date.now() > until) throw new Error(`${method} ${path}: ${answer}`)
      await new Promise((next) => setTimeout(next, AGAIN_MS))
    }
  }

  async function ask(method: string, path: string, body?: object | FormData) {
    const isForm = body instanceof FormData
    const answer = await fetch(`${server.url()}/api${path}`, {
      method,
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(body && !isForm && { 'content-type': 'application/json' }),
      },
      ...(body && { body: isForm ? body : JSON.stringify(body) }),
    })
    const said = await answer.text()
    return answer.ok ? { body: said ? JSON.parse(said) : null } : `${answer.status} ${said}`
  }

  const account = { email: 'siti@example.com', password: 'a long password' }
  await call('POST', '/users/register', { name: 'Siti', ...account })
  const session = await call<Session>('POST', '/users/login', account)
  token = session.token
  const asApp = async (method: string, path: string) => ({
    status: 200,
    headers: new Headers(),
    body: await call<unknown>(method, path),
  })
  // The plan of a new account has one number.
  const roomy = openStore()
  await roomy
    .updateTable('users')
    .set({ membership_plan: 'Pro' })
    .where('id', '=', session._id)
    .execute()
  await roomy.destroy()
  const devices: Device[] = []
  for (let n = 0; n < NUMBERS; n++) {
    const device = await linkBy({ url: server.url(), call: asApp }, session, async (code) => {
      const { number } = network.createPhone({ owner: 'siti', name: `Kedai ${n + 1}` })
      await network.scan(code, number)
      return number
    })
    devices.push(device)
  }

  return {
    engine,
    disk,
    network,
    witness: watch(network),
    server,
    postgres,
    session,
    devices,
    openStore,
    unsettled: () => unsettledIn(where),
    call,
    async stop() {
      await server.kill()
      await network.stop()
      process.off('exit', removeAll)
      removeAll()
    },
  }
}

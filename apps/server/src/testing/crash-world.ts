import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Session } from '@kirim/contract/accounts'
import type { Device } from '@kirim/contract/devices'
import { seededRandom } from '@kirim/message-template/seeded-random'
import { type SandboxNetwork, startSandboxNetwork } from '@kirim/sandbox-network/network'
import { IS_DEEP, onThisMachine, SEED } from '@kirim/testing/test-run'
import type { Db } from '../platform/database/database.ts'
import { type Engine, freshStore, migratedStore, openStore } from './engines.ts'
import { linkOver } from './linked-number.ts'
import { startServerProcess } from './server-process.ts'
import { type Caller, createCaller } from './test-app.ts'

/** How often a suite kills its server: once in `npm test`, `deep` times in the deep run. */
export function killsOf(deep: number): number {
  return IS_DEEP ? deep : 1
}

/** A server to kill, with one linked number on a network that survives. */
export interface CrashWorld {
  readonly network: SandboxNetwork
  readonly session: Session
  readonly device: Device
  /** The server's database, on a second connection. */
  openDatabase(): Db
  /** Calls the current server. */
  readonly call: Caller
  /** Links one more number of the same account. */
  linkAnother(): Promise<Device>
  /**
   * Kills the server as kill -9 does, after a random time of at most this many milliseconds (more
   * on a slow machine), and starts another.
   */
  killWithin(ms: number): Promise<void>
  stop(): Promise<void>
}

/** @param speed how many times as fast as the real one the server's clock runs */
export async function startCrashWorld(engine: Engine, speed: number): Promise<CrashWorld> {
  const random = seededRandom(`${SEED} ${engine}`)
  const store = await migratedStore(engine)
  const networkStore = await freshStore('SQLite')
  const network = await startSandboxNetwork({
    dataDir: networkStore.dataDir,
    receipts: { deliveredMs: 5, readMs: 10 },
  })
  const ca = join(networkStore.dataDir, 'ca.pem')
  writeFileSync(ca, network.caCertificate)
  const env = {
    PORT: '0',
    SPEED: String(speed),
    DATA_DIR: store.dataDir,
    LINK_LIMIT: '100000',
    DATABASE_URL: store.databaseUrl ?? '',
    WHATSAPP_NETWORK: 'live',
    WHATSAPP_URL: network.url,
    WHATSAPP_ROOT_KEY: network.rootKey,
    NODE_EXTRA_CA_CERTS: ca,
  }
  let server = await startServerProcess(env)
  let isOver = false
  const call: Caller = (...args) => createCaller(server.url)(...args)
  const session = await signUp(call)
  const device = await linkOver({ url: server.url, call }, network, session)

  return {
    network,
    session,
    device,
    openDatabase: () => openStore(store),
    call,
    async linkAnother() {
      const db = openStore(store)
      await db
        .updateTable('workspaces')
        .set({ membership_plan: 'Pro' })
        .where('id', '=', session._id)
        .execute()
      await db.destroy()
      return linkOver({ url: server.url, call }, network, session)
    },
    async killWithin(ms) {
      await new Promise((resolve) => setTimeout(resolve, random() * onThisMachine(ms)))
      await server.kill()
      server = await startServerProcess(env)
      // A test that timed out may still get here.
      if (isOver) await server.kill()
    },
    async stop() {
      isOver = true
      await server.kill()
      await network.stop()
      store.remove()
      networkStore.remove()
    },
  }
}

async function signUp(call: Caller): Promise<Session> {
  const email = 'siti@example.com'
  const password = createHash('sha256').update(email).digest('hex')
  await call('POST', '/users/register', { body: { name: 'Siti', email, password } })
  return (await call('POST', '/users/login', { body: { email, password } })).body as Session
}

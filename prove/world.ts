import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Session } from '@kirim/contract/accounts'
import type { Device } from '@kirim/contract/devices'
import { systemClock as networkClock } from '@kirim/sandbox-network/clock'
import type { SandboxNetwork } from '@kirim/sandbox-network/network'
import { createFastClock } from '@kirim/testing/fast-clock'
import { startPostgres, type TestPostgres } from '@kirim/testing/postgres'
import { type Db, openDatabase } from '../apps/server/src/platform/database/database.ts'
import { createLog } from '../apps/server/src/platform/log.ts'
import type { Disk } from './disks.ts'
import { type Engine, pause } from './proof.ts'
import { createServerProcess, type ServerProcess } from './server-process.ts'
import { askServer, type Call, newTenant, startNetwork, type Tenant } from './tenants.ts'
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
  /** Calls the server until it succeeds: it may be going down, or coming up. */
  call: Tenant['call']
  stop(): Promise<void>
}

/**
 * How much faster than real time the server's clock runs. At this speed the shortest gap of a
 * campaign takes a tenth of a second.
 */
const SPEED = 40
const NUMBERS = 4
const PATIENCE_MS = 60_000
const AGAIN_MS = 200

/** Starts everything on the disk; the server's output goes into the log. */
export async function startWorld(engine: Engine, disk: Disk, log: string): Promise<World> {
  const { network, env, remove } = await startNetwork(log, {
    // The network has the server's clock, for the times of answers, but its delays are real.
    clock: { ...networkClock, now: createFastClock(SPEED).now },
    receipts: { deliveredMs: 30, readMs: 90 },
  })
  const postgres =
    engine === 'PostgreSQL' ? await startPostgres({ parent: disk.folder, durable: true }) : null
  const removeAll = () => {
    postgres?.stop()
    disk.remove()
    remove()
  }
  const databaseUrl = postgres?.url('postgres') ?? ''
  const dataDir = join(disk.folder, 'data')
  mkdirSync(dataDir, { mode: 0o700 })
  const server = createServerProcess(
    {
      ...env,
      PORT: '0',
      SPEED: String(SPEED),
      DATA_DIR: dataDir,
      DATABASE_URL: databaseUrl,
      LOG_LEVEL: 'warn',
    },
    log,
  )
  // Runs after the server is killed, whose files are on the disk.
  process.once('exit', removeAll)
  const where = databaseUrl ? { url: databaseUrl } : { file: join(dataDir, 'kirim.db') }
  const openStore = () => openDatabase(where, createLog('silent'))
  await server.up()

  async function askUntilAnswered<T>(token: string, ...call: Call): Promise<T> {
    const until = Date.now() + PATIENCE_MS
    for (;;) {
      await server.up()
      try {
        return await askServer<T>(server.url(), token, ...call)
      } catch (error) {
        if (Date.now() > until) throw error
      }
      await pause(AGAIN_MS)
    }
  }

  const store = openStore()
  const tenant = await newTenant(
    { url: server.url(), network, store, ask: askUntilAnswered },
    0,
    NUMBERS,
  )
  await store.destroy()
  const { session, devices, call } = tenant
  return {
    ...{ engine, disk, network, server, postgres, session, devices, openStore, call },
    witness: watch(network),
    unsettled: () => unsettledIn(where),
    async stop() {
      await server.kill()
      await network.stop()
      process.off('exit', removeAll)
      removeAll()
    },
  }
}

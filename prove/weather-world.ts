import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { SandboxNetwork } from '@kirim/sandbox-network/network'
import { createFastClock } from '@kirim/testing/fast-clock'
import { startPostgres } from '@kirim/testing/postgres'
import { type Db, openDatabase } from '../apps/server/src/platform/database/database.ts'
import { createLog } from '../apps/server/src/platform/log.ts'
import type { Engine } from './proof.ts'
import { createServerProcess } from './server-process.ts'
import { askServer, type Call, newTenant, startNetwork, type Tenant } from './tenants.ts'

/** How much faster than real time the clocks of the server and the network run. */
export const SPEED = 5
const TENANTS = 3
/** Numbers per tenant. */
const NUMBERS = 2
const RECEIPTS = { deliveredMs: 500, readMs: 1500 }

/** A server with several tenants, and the network of their phones. */
export interface WeatherWorld {
  readonly engine: Engine
  readonly url: string
  readonly network: SandboxNetwork
  readonly tenants: readonly Tenant[]
  /** The current time of the server and the network. */
  now(): number
  /** The server's database, on a second connection. */
  readonly store: Db
  stop(): Promise<void>
}

/** Starts everything; the server's output goes into the log. */
export async function startWeatherWorld(engine: Engine, log: string): Promise<WeatherWorld> {
  const clock = createFastClock(SPEED)
  const { network, env, remove } = await startNetwork(log, {
    clock: { now: clock.now, after: (ms, run) => ({ cancel: clock.after(ms, run) }) },
    receipts: RECEIPTS,
  })
  const dataDir = mkdtempSync(join(tmpdir(), 'kirim-weather-'))
  const postgres = engine === 'PostgreSQL' ? await startPostgres() : null
  const databaseUrl = postgres?.url('postgres') ?? ''
  const server = createServerProcess(
    {
      ...env,
      PORT: '0',
      SPEED: String(SPEED),
      DATA_DIR: dataDir,
      DATABASE_URL: databaseUrl,
      LOG_LEVEL: 'info',
    },
    log,
  )
  const removeAll = () => {
    postgres?.stop()
    remove()
    rmSync(dataDir, { recursive: true, force: true })
  }
  // Runs after the server is killed, whose files are on the disk.
  process.once('exit', removeAll)
  await server.up()
  const where = databaseUrl ? { url: databaseUrl } : { file: join(dataDir, 'kirim.db') }
  const store = openDatabase(where, createLog('silent'))
  const url = server.url()
  const ask = <T>(token: string, ...call: Call) => askServer<T>(url, token, ...call)
  const tenants: Tenant[] = []
  for (let n = 0; n < TENANTS; n++) {
    tenants.push(await newTenant({ url, network, store, ask }, n, NUMBERS))
  }
  return {
    engine,
    url,
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

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePort } from '@kirim/testing/free-port'
import { startPostgres, type TestPostgres } from '@kirim/testing/postgres'
import { openTcpLine, type TcpLine } from '@kirim/testing/tcp-line'
import { openDatabase } from '../apps/server/src/platform/database/database.ts'
import { createLog } from '../apps/server/src/platform/log.ts'
import { pause } from './proof.ts'
import { createServerProcess, type ServerProcess } from './server-process.ts'
import { askServer, type Call, newTenant, startNetwork, type Tenant } from './tenants.ts'
import type { WeatherWorld } from './weather-world.ts'

const BUILT = fileURLToPath(new URL('../apps/server/dist/main.js', import.meta.url))
const NODES = ['a', 'b', 'c']
const TENANTS = 3
/** Per tenant, the limit of its plan. */
const NUMBERS = 4
const PATIENCE_MS = 120_000
const AGAIN_MS = 500

/** A server as `npm start` runs it, in its own process. */
export interface ProvedNode {
  readonly name: string
  readonly server: ServerProcess
  /** Its own connection to PostgreSQL. */
  readonly line: TcpLine
  /** Whether it accepts requests. */
  isUp: boolean
}

/** Three nodes on one PostgreSQL, and the network of their tenants' phones, in real time. */
export interface NodesWorld extends WeatherWorld {
  readonly nodes: readonly ProvedNode[]
  readonly postgres: TestPostgres
  /** The numbers of the phones whose devices a node has. */
  numbersOf(node: string): Promise<string[]>
}

/** Starts everything; each node has a log of its own. */
export async function startNodesWorld(logs: string): Promise<NodesWorld> {
  const {
    network,
    env: networkEnv,
    remove,
  } = await startNetwork(join(logs, 'network.log'), {
    receipts: { deliveredMs: 200, readMs: 600 },
  })
  const dataDir = mkdtempSync(join(tmpdir(), 'kirim-nodes-'))
  const postgres = await startPostgres({ durable: true })
  const databaseUrl = postgres.url('postgres')
  const removeAll = () => {
    postgres.stop()
    remove()
    rmSync(dataDir, { recursive: true, force: true })
  }
  const nodes: ProvedNode[] = []
  for (const name of NODES) {
    const address = new URL(databaseUrl)
    const line = await openTcpLine(Number(address.port))
    address.host = `127.0.0.1:${line.port}`
    const env = {
      ...networkEnv,
      PORT: String(await freePort()),
      NODE_NAME: name,
      DATA_DIR: dataDir,
      DATABASE_URL: address.href,
      LOG_LEVEL: 'info',
    }
    const server = createServerProcess(env, join(logs, `${name}.log`), BUILT)
    nodes.push({ name, server, line, isUp: true })
    await server.up()
  }
  // Runs after the nodes are killed, which use the folder.
  process.once('exit', removeAll)
  const store = openDatabase({ url: databaseUrl }, createLog('silent'))
  const [first] = nodes
  const url = first?.server.url() ?? ''
  const tenants: Tenant[] = []
  const ask = <T>(token: string, ...call: Call) => askAny<T>(nodes, token, ...call)
  for (let n = 0; n < TENANTS; n++) {
    tenants.push(await newTenant({ url, network, store, ask }, n, NUMBERS))
  }
  return {
    engine: 'PostgreSQL',
    url,
    network,
    tenants,
    nodes,
    postgres,
    now: Date.now,
    store,
    async numbersOf(node) {
      const rows = await store
        .selectFrom('devices')
        .innerJoin('nodes', 'nodes.id', 'devices.leased_to')
        .select('devices.number')
        .where('nodes.name', '=', node)
        .where('nodes.left_at', 'is', null)
        .execute()
      return rows.map(({ number }) => number)
    },
    async stop() {
      await store.destroy()
      for (const { server, line } of nodes) {
        await server.kill()
        await line.close()
      }
      await network.stop()
      process.off('exit', removeAll)
      removeAll()
    },
  }
}

/** Sends requests to a node that is up, and failed reads again to another, as a proxy would. */
async function askAny<T>(nodes: readonly ProvedNode[], token: string, ...call: Call): Promise<T> {
  const until = Date.now() + PATIENCE_MS
  for (let n = Date.now(); ; n++) {
    const up = nodes.filter(({ isUp }) => isUp)
    const node = up[n % up.length]
    try {
      if (!node) throw new Error('No node is up.')
      return await askServer<T>(node.server.url(), token, ...call)
    } catch (error) {
      // Any other request may have taken effect.
      if (call[0] !== 'GET' || Date.now() > until) throw error
    }
    await pause(AGAIN_MS)
  }
}

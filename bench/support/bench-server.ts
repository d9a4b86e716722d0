import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startPostgres } from '@kirim/testing/postgres'
import { sql } from 'kysely'
import { type Db, openDatabase } from '../../apps/server/src/platform/database/database.ts'
import { createLog } from '../../apps/server/src/platform/log.ts'
import packageJson from '../../package.json' with { type: 'json' }
import { cpuMsOf } from './process-figures.ts'

const SERVER = fileURLToPath(new URL('../../apps/server/dist/main.js', import.meta.url))
const METER = fileURLToPath(new URL('./loop-meter.ts', import.meta.url))
/** As in `npm start`. */
const { start } = packageJson.scripts
const NODE_OPTIONS = start.match(/--\S+(?=.* \|\|)/g) ?? []
const NODE_ENVIRONMENT = Object.fromEntries(
  [...start.matchAll(/(\w+)=(\S+)(?=.* exec )/g)].map(([, name, value]) => [name, value]),
)
const UNREACHABLE_URL = 'ws://127.0.0.1:9/'

export type BenchEngine = 'SQLite' | 'PostgreSQL'

/** A database that outlives the server. */
export interface BenchStore {
  readonly env: Record<string, string>
  open(): Db
  /**
   * Resolves once the work after an import is done, and runs the maintenance that PostgreSQL would
   * run a minute after many writes.
   */
  settle(): Promise<void>
  remove(): void
}

export async function createStore(engine: BenchEngine): Promise<BenchStore> {
  const folder = mkdtempSync(join(tmpdir(), 'kirim-bench-'))
  const postgres = engine === 'PostgreSQL' ? await startPostgres() : null
  const url = postgres?.url('postgres')
  const open = () =>
    openDatabase(url ? { url } : { file: join(folder, 'kirim.db') }, createLog('error'))
  return {
    env: {
      DATA_DIR: folder,
      LINK_LIMIT: '100000',
      DATABASE_URL: url ?? '',
      // Numbers try to connect but cannot.
      WHATSAPP_NETWORK: 'live',
      WHATSAPP_URL: UNREACHABLE_URL,
      LOG_LEVEL: 'error',
    },
    open,
    async settle() {
      const db = open()
      if (url) await sql`vacuum analyze`.execute(db)
      else while (await isIndexing(db)) await new Promise((next) => setTimeout(next, TICK_MS))
      await db.destroy()
    },
    remove() {
      postgres?.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function isIndexing(db: Db): Promise<boolean> {
  const { rows } = await sql`select 1 from search_gaps limit 1`.execute(db)
  return rows.length > 0
}

export interface Longest {
  /** The longest blocks of its event loop. */
  readonly blockMs: number
  /** The longest CPU time of one iteration; other load on the machine does not count. */
  readonly blockCpuMs: number
  /** The SQLite statement that took longest; on a busy machine, partly other processes' time. */
  readonly statement: { readonly ms: number; readonly cpuMs: number; readonly sql: string }
}

export interface BenchServer {
  readonly url: string
  readonly pid: number
  call<T>(method: string, path: string, token?: string, body?: object | FormData): Promise<T>
  /** The CPU time used in ms; NaN except on Linux. */
  cpuMs(): number
  /** The longest blocks since the previous call. */
  longest(): Promise<Longest>
  stop(): Promise<void>
}

export async function startServer(
  store: BenchStore,
  { metered = true, port = 0 } = {},
): Promise<BenchServer> {
  const child = spawn(
    process.execPath,
    [...NODE_OPTIONS, ...(metered ? ['--import', METER] : []), SERVER],
    {
      env: { ...process.env, ...NODE_ENVIRONMENT, ...store.env, PORT: String(port) },
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    },
  )
  // A bench that fails leaves no server behind.
  const end = () => child.kill('SIGKILL')
  process.once('exit', end)
  child.once('exit', () => process.off('exit', end))
  const url = port ? await firstAnswer(port) : await addressOf(child)
  return {
    url,
    pid: child.pid ?? 0,
    async call<T>(method: string, path: string, token?: string, body?: object | FormData) {
      const isForm = body instanceof FormData
      const answer = await fetch(`${url}/api${path}`, {
        method,
        headers: {
          ...(token && { authorization: `Bearer ${token}` }),
          ...(body && !isForm && { 'content-type': 'application/json' }),
        },
        ...(body && { body: isForm ? body : JSON.stringify(body) }),
      })
      const text = await answer.text()
      if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${text}`)
      return JSON.parse(text) as T
    },
    cpuMs: () => cpuMsOf(child.pid),
    async longest() {
      const answer = once(child, 'message')
      child.send('longest')
      const [longest] = await answer
      return longest as Longest
    },
    async stop() {
      child.kill('SIGTERM')
      await once(child, 'exit')
    },
  }
}

const TICK_MS = 10
const POLL_INTERVAL_MS = 10

/** Resolves when the server responds, which is before it logs that it has started. */
async function firstAnswer(port: number): Promise<string> {
  const url = `http://127.0.0.1:${port}`
  for (;;) {
    const answer = await fetch(`${url}/api/health`).catch(() => null)
    if (answer?.ok) return url
    await new Promise((next) => setTimeout(next, POLL_INTERVAL_MS))
  }
}

function addressOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    // Read to the end: a full pipe would block the server.
    child.stdout?.on('data', (chunk) => {
      const url = String(chunk).match(/http:\S+/)?.[0]
      if (url) resolve(url.replace('localhost', '127.0.0.1'))
    })
    child.once('exit', () => reject(new Error('The server ended before it listened.')))
  })
}

/** Registers a user and signs them in. */
export async function newUser({ call }: Pick<BenchServer, 'call'>) {
  const account = { email: `${crypto.randomUUID()}@example.com`, password: 'a long password' }
  await call('POST', '/users/register', '', { name: 'Bench', ...account })
  const { _id: id, token } = await call<{ _id: string; token: string }>(
    'POST',
    '/users/login',
    '',
    account,
  )
  return { id, token }
}

import { randomBytes } from 'node:crypto'
import { mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import type { Session } from '@kirim/contract/accounts'
import { type SandboxNetwork, startSandboxNetwork } from '@kirim/sandbox-network/network'
import { createFastClock, type FastClock } from '@kirim/testing/fast-clock'
import { createApp } from '../app.ts'
import { readConfig } from '../config.ts'
import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/database/database.ts'
import { createLog, type Log } from '../platform/log.ts'
import { createRuns } from '../runs.ts'
import { CHEAP_PASSWORDS } from './cheap-passwords.ts'
import { freshStore, migratedStore, openStore } from './engines.ts'
import { type Caller, createCaller } from './test-app.ts'

/** One whole server of several on one PostgreSQL, in this process. */
export interface TestNode {
  readonly name: string
  readonly url: string
  readonly call: Caller
  /** For what has to be done within a time that is short on their clock: it is one for all. */
  readonly inRealTime: FastClock['inRealTime']
  /** As SIGTERM does. */
  stop(): Promise<void>
  /**
   * As a process that is frozen: no timer of it fires any more, and the others have not heard of it
   * for as long as it takes to evict it.
   */
  freeze(): Promise<void>
  /** Whatever was due meanwhile happens. */
  thaw(): void
}

/** Whole servers on one PostgreSQL and one network, which a test starts one by one. */
export interface TestNodes {
  readonly network: SandboxNetwork
  /** Of all of them. */
  readonly clock: FastClock
  readonly db: Db
  /** Has the data directory of each. */
  readonly folder: string
  /**
   * Throws what keeps it from starting. All have one folder of media, those with a DATA_DIR of the
   * test's own excepted.
   */
  start(name: string, env?: Record<string, string>, version?: string): Promise<TestNode>
  /** Registered on a node; signed in on all. */
  newUser(node: Pick<TestNode, 'call'>): Promise<Session>
  stop(): Promise<void>
}

/** @param speed how many times as fast as the real one the clocks of the servers run */
export async function startTestNodes(speed: number): Promise<TestNodes> {
  const store = await migratedStore('PostgreSQL')
  const networkStore = await freshStore('SQLite')
  const network = await startSandboxNetwork({
    dataDir: networkStore.dataDir,
    receipts: { deliveredMs: 5, readMs: 10 },
  })
  // Uploads use HTTPS with the network's own certificate.
  setDefaultCACertificates([...getCACertificates('default'), network.caCertificate])
  const db = openStore(store)
  const media = join(store.dataDir, 'media')
  mkdirSync(media)
  const common = {
    PORT: '0',
    DATABASE_URL: store.databaseUrl ?? '',
    SECRET_KEY: randomBytes(32).toString('base64'),
    WHATSAPP_NETWORK: 'live',
    WHATSAPP_URL: network.url,
    WHATSAPP_ROOT_KEY: network.rootKey,
    LOG_LEVEL: 'silent',
    FFMPEG_PATH: 'off',
  }
  const time = createFastClock(speed)
  const ends: (() => Promise<void>)[] = []
  const faults: unknown[] = []

  async function start(
    name: string,
    env: Record<string, string> = {},
    version?: string,
  ): Promise<TestNode> {
    const config = readConfig({
      ...common,
      DATA_DIR: join(store.dataDir, name),
      LINK_LIMIT: '100000',
      NODE_NAME: name,
      ...env,
    })
    mkdirSync(config.dataDir, { recursive: true })
    if (env.DATA_DIR === undefined) shareMedia(media, config.dataDir)
    const clock = freezable(time)
    const log = createLog(config.logLevel)
    const create = (ownLog: Log, onLost: () => void) =>
      createApp(config, {
        clock,
        log: ownLog,
        onLost,
        passwordCost: CHEAP_PASSWORDS,
        ...(version && { version }),
      })
    const runs = createRuns({ create, clock, log, onFailed: (error) => faults.push(error) })
    await runs.start()
    const stop = once(() => runs.stop())
    ends.push(stop)
    return {
      name,
      url: runs.address(),
      call: async (...asked) => createCaller(runs.address())(...asked),
      inRealTime: time.inRealTime,
      stop,
      async freeze() {
        clock.freeze()
        await db.updateTable('nodes').set({ beat_at: 0 }).where('name', '=', name).execute()
      },
      thaw: clock.thaw,
    }
  }

  return {
    network,
    clock: time,
    db,
    folder: store.dataDir,
    start,
    async newUser({ call }) {
      const body = { name: 'Siti', email: `${crypto.randomUUID()}@example.com`, password: PASSWORD }
      await call('POST', '/users/register', { body })
      return (await call('POST', '/users/login', { body })).body as Session
    },
    async stop() {
      for (const end of ends) await end()
      if (faults.length > 0) throw faults[0]
      await db.destroy()
      await network.stop()
      store.remove()
      networkStore.remove()
    },
  }
}

const PASSWORD = 'correct horse'

/** As a mount of one folder on all machines. */
function shareMedia(media: string, dataDir: string): void {
  try {
    symlinkSync(media, join(dataDir, 'media'))
  } catch (error) {
    // From an earlier start.
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  }
}

function freezable(clock: Clock): Clock & { freeze(): void; thaw(): void } {
  let frozen = false
  const due = new Set<() => void>()
  return {
    now: clock.now,
    after(ms, task) {
      const cancel = clock.after(ms, () => {
        if (frozen) due.add(task)
        else task()
      })
      return () => {
        cancel()
        due.delete(task)
      }
    },
    freeze() {
      frozen = true
    },
    thaw() {
      frozen = false
      const tasks = [...due]
      due.clear()
      for (const task of tasks) task()
    },
  }
}

function once(run: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | null = null
  return () => (running ??= run())
}

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type SandboxNetwork, startSandboxNetwork } from '@kirim/sandbox-network/network'
import type { NetworkEvents } from '@kirim/sandbox-network/types'
import type { Db } from '../../apps/server/src/platform/database/database.ts'
import {
  type BenchEngine,
  type BenchServer,
  type BenchStore,
  createStore,
  startServer,
} from './bench-server.ts'

/** Runs a task with a folder that is removed afterwards. The network's log lines are dropped. */
export async function inFolder<T>(task: (folder: string) => Promise<T>): Promise<T> {
  for (const method of ['info', 'warn', 'error'] as const) console[method] = () => {}
  const folder = mkdtempSync(join(tmpdir(), 'kirim-bench-'))
  try {
    return await task(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Runs a task with a sandbox network in this process. */
export function onNetwork<T>(
  task: (network: SandboxNetwork, folder: string) => Promise<T>,
): Promise<T> {
  return inFolder(async (folder) => {
    const network = await startSandboxNetwork({ dataDir: join(folder, 'network') })
    try {
      return await task(network, folder)
    } finally {
      await network.stop()
    }
  })
}

/** The store with a network that its numbers can reach. */
export function reaching(store: BenchStore, { url, rootKey }: SandboxNetwork): BenchStore {
  const env = { WHATSAPP_URL: url, WHATSAPP_ROOT_KEY: rootKey, REGISTER_LIMIT: '100000' }
  return { ...store, env: { ...store.env, ...env } }
}

/** One of the sides that a bench compares. */
export interface Side {
  readonly server: BenchServer
  readonly store: BenchStore
  readonly db: Db
}

/**
 * Runs a task with a server and its database, both removed afterwards. A server on a network has
 * no meter, which costs processor time.
 */
export async function onServer<T>(
  engine: BenchEngine,
  network: SandboxNetwork | null,
  task: (side: Side) => Promise<T>,
): Promise<T> {
  const store = await createStore(engine)
  const server = network
    ? await startServer(reaching(store, network), { metered: false })
    : await startServer(store)
  const db = store.open()
  try {
    return await task({ server, store, db })
  } finally {
    await db.destroy()
    await server.stop()
    store.remove()
  }
}

/** `both`, or one of them. */
export async function onEngines<T>(
  engines: string,
  measure: (engine: BenchEngine) => Promise<T>,
): Promise<T[]> {
  const rows: T[] = []
  for (const engine of ['SQLite', 'PostgreSQL'] as const) {
    if (engines === 'both' || engines === engine) rows.push(await measure(engine))
  }
  return rows
}

/** Calls back for each message that reaches a contact for the first time; returns how to stop. */
export function onReply(
  network: SandboxNetwork,
  listener: (phone: string, contact: string) => void,
): () => void {
  const listen = ({ phone, contact, message }: NetworkEvents['message'][0]) => {
    if (message.direction === 'to-contact' && message.copies <= 1) listener(phone, contact)
  }
  network.events.on('message', listen)
  return () => network.events.off('message', listen)
}

export const contactOf = (n: number) => `6015${1_000_001 + n * 10}`

export function rounded(value: number, digits = 0): number {
  return Number(value.toFixed(digits))
}

export const pause = (ms: number) => new Promise<void>((next) => setTimeout(next, ms))

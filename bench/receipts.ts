import { join } from 'node:path'
import { type SandboxNetwork, startSandboxNetwork } from '@kirim/sandbox-network/network'
import { startBare } from './support/bare.ts'
import { type BenchEngine, createStore, startServer } from './support/bench-server.ts'
import { inFolder, onEngines, pause, reaching } from './support/frame.ts'
import { linkNumber } from './support/linked-number.ts'
import { report } from './support/report.ts'
import { seedNetwork, seedSent, sentMessages, unacknowledged } from './support/seed-sent.ts'

/**
 * 4,000 receipts reach one number at once, of a campaign's messages and of a chatbot's replies in
 * turn. Measures the time until all of them are stored, beside a bare client of the driver that
 * receives as many.
 * `npm run bench receipts [SQLite|PostgreSQL|both] [receipts] [lead ms]`
 */
const [engines = 'both', count = '4000', lead = '4000'] = process.argv.slice(2)
const RECEIPTS = Number(count)
const POLL_MS = 10
const PATIENCE_MS = 120_000
/** The time for everybody to connect. */
const LEAD_MS = Number(lead)
const NEVER_READ_MS = 3_600_000

await inFolder(async (folder) => {
  const dataDir = join(folder, 'network')
  const sent = sentMessages(RECEIPTS)
  const startNetwork = (port = 0) =>
    startSandboxNetwork({ dataDir, port, receipts: { deliveredMs: 0, readMs: NEVER_READ_MS } })

  /** Restarts the network with receipts that leave once everybody has connected to it. */
  async function withReceipts(first: SandboxNetwork, phone: string) {
    await first.stop()
    const dueAt = Date.now() + LEAD_MS
    seedNetwork(dataDir, phone, sent, dueAt)
    return { network: await startNetwork(Number(new URL(first.url).port)), dueAt }
  }

  async function measureBare() {
    const first = await startNetwork()
    const bare = await startBare(first)
    const { network, dueAt } = await withReceipts(first, bare.phone)
    await pause(dueAt - Date.now())
    const before = await bare.count()
    const ms = await timeUntil(dueAt, async () => (await bare.count()).receipts >= RECEIPTS)
    const cpuMs = Math.round((await bare.count()).cpuMs - before.cpuMs)
    bare.stop()
    await network.stop()
    return { what: 'bare client', ms, cpuMs, stored: null, unacknowledged: null }
  }

  async function measure(engine: BenchEngine) {
    const first = await startNetwork()
    const store = reaching(await createStore(engine), first)
    let server = await startServer(store, { metered: false })
    const number = await linkNumber(server, first)
    await server.stop()
    const db = store.open()
    await seedSent(db, number, sent)
    await store.settle()
    const { network, dueAt } = await withReceipts(first, number.phone)
    server = await startServer(store, { metered: false })
    const stored = async () => {
      const row = await db
        .selectFrom('outgoing')
        .select((eb) => eb.fn.countAll<number>().as('n'))
        .where('state', '=', 'delivered')
        .executeTakeFirstOrThrow()
      return Number(row.n)
    }
    await pause(dueAt - Date.now())
    const before = server.cpuMs()
    const ms = await timeUntil(dueAt, async () => (await stored()) >= RECEIPTS)
    const cpuMs = server.cpuMs() - before
    const row = { what: engine, ms, cpuMs, stored: await stored() }
    await db.destroy()
    await server.stop()
    await network.stop()
    store.remove()
    return { ...row, unacknowledged: unacknowledged(dataDir, number.phone) }
  }

  report('receipts', [await measureBare(), ...(await onEngines(engines, measure))])
})

async function timeUntil(at: number, isOver: () => Promise<boolean>): Promise<number> {
  while (!(await isOver()) && Date.now() - at < PATIENCE_MS) await pause(POLL_MS)
  return Date.now() - at
}

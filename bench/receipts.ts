import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startSandboxNetwork } from '@kirim/sandbox-network/network'
import { linkNumber } from './support/answering-number.ts'
import { startBare } from './support/bare.ts'
import { type BenchEngine, createStore, enginesIn, startServer } from './support/bench-server.ts'
import { report } from './support/report.ts'
import { seedNetwork, seedSent, sentMessages, unacknowledged } from './support/seed-sent.ts'

/**
 * 4,000 receipts reach one number at once, of a campaign's messages and of a chatbot's replies in
 * turn. Measures until all of them are stored, beside a bare client of the driver that hears of as
 * many. `npm run bench receipts [SQLite|PostgreSQL|both] [receipts] [lead ms]`
 */
const [asked = 'both', count = '4000', lead = '4000'] = process.argv.slice(2)
const RECEIPTS = Number(count)
const POLL_MS = 10
const PATIENCE_MS = 120_000
/** Until everybody is connected. */
const LEAD_MS = Number(lead)
const NEVER_READ_MS = 3_600_000
for (const method of ['info', 'warn', 'error'] as const) console[method] = () => {}

const folder = mkdtempSync(join(tmpdir(), 'kirim-bench-'))
const dataDir = join(folder, 'network')
const sent = sentMessages(RECEIPTS)
const startNetwork = (port = 0) =>
  startSandboxNetwork({ dataDir, port, receipts: { deliveredMs: 0, readMs: NEVER_READ_MS } })

/** Starts the network anew, with receipts that leave once everybody has connected to it. */
async function withReceipts(phone: string, port: number) {
  const dueAt = Date.now() + LEAD_MS
  seedNetwork(dataDir, phone, sent, dueAt)
  return { network: await startNetwork(port), dueAt }
}

async function measureBare() {
  const first = await startNetwork()
  const bare = await startBare(first)
  const port = Number(new URL(first.url).port)
  await first.stop()
  const { network, dueAt } = await withReceipts(bare.phone, port)
  await passed(dueAt)
  const before = await bare.count()
  const ms = await since(dueAt, async () => (await bare.count()).receipts >= RECEIPTS)
  const cpuMs = Math.round((await bare.count()).cpuMs - before.cpuMs)
  bare.stop()
  await network.stop()
  return { what: 'bare client', ms, cpuMs, stored: null, unacknowledged: null }
}

async function measure(engine: BenchEngine) {
  const store = await createStore(engine)
  const first = await startNetwork()
  const port = Number(new URL(first.url).port)
  const env = { ...store.env, WHATSAPP_URL: first.url, WHATSAPP_ROOT_KEY: first.rootKey }
  let server = await startServer({ ...store, env }, { metered: false })
  const { deviceId, phone } = await linkNumber(server.url, first)
  await server.stop()
  await first.stop()
  const db = store.open()
  const { user_id: userId } = await db
    .selectFrom('devices')
    .select('user_id')
    .where('id', '=', deviceId)
    .executeTakeFirstOrThrow()
  await seedSent(db, { userId, deviceId }, sent)
  await store.settle()
  const { network, dueAt } = await withReceipts(phone, port)
  server = await startServer({ ...store, env }, { metered: false })
  const stored = async () => {
    const row = await db
      .selectFrom('outgoing')
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .where('state', '=', 'delivered')
      .executeTakeFirstOrThrow()
    return Number(row.n)
  }
  await passed(dueAt)
  const before = server.cpuMs()
  const ms = await since(dueAt, async () => (await stored()) >= RECEIPTS)
  const cpuMs = server.cpuMs() - before
  const row = { what: engine, ms, cpuMs, stored: await stored() }
  await db.destroy()
  await server.stop()
  await network.stop()
  store.remove()
  return { ...row, unacknowledged: unacknowledged(dataDir, phone) }
}

function passed(at: number): Promise<void> {
  return new Promise((next) => setTimeout(next, at - Date.now()))
}

/** How long it took until then. */
async function since(at: number, isOver: () => Promise<boolean>): Promise<number> {
  while (!(await isOver()) && Date.now() - at < PATIENCE_MS) {
    await new Promise((next) => setTimeout(next, POLL_MS))
  }
  return Date.now() - at
}

try {
  const rows: object[] = [await measureBare()]
  for (const engine of enginesIn(asked)) rows.push(await measure(engine))
  report('receipts', rows)
} finally {
  rmSync(folder, { recursive: true, force: true })
}

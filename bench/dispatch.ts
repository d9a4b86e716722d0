import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startSandboxNetwork } from '@kirim/sandbox-network/network'
import { linkNumber } from './support/answering-number.ts'
import { type BenchEngine, createStore, enginesIn, startServer } from './support/bench-server.ts'
import { report } from './support/report.ts'
import { seedGroup } from './support/seed.ts'

/**
 * 100 numbers send a campaign each, to somebody new every 4 seconds. Measures at the network how
 * many messages come beside how many could, and how far each gap between two messages of a number
 * is from 4 seconds. `npm run bench dispatch [SQLite|PostgreSQL|both] [numbers] [seconds]`
 */
const [asked = 'both', devices = '100', duration = '60'] = process.argv.slice(2)
const DEVICES = Number(devices)
const SECONDS = Number(duration)
const GAP_MS = 4000
for (const method of ['info', 'warn', 'error'] as const) console[method] = () => {}

async function measure(engine: BenchEngine) {
  const folder = mkdtempSync(join(tmpdir(), 'kirim-bench-'))
  const network = await startSandboxNetwork({ dataDir: join(folder, 'network') })
  const store = await createStore(engine)
  const env = {
    ...store.env,
    WHATSAPP_URL: network.url,
    WHATSAPP_ROOT_KEY: network.rootKey,
    REGISTER_LIMIT: '100000',
  }
  const server = await startServer({ ...store, env }, { metered: false })
  const db = store.open()
  const arrivals = new Map<string, number[]>()
  network.events.on('message', ({ phone, message }) => {
    if (message.direction !== 'to-contact' || message.copies > 1) return
    const all = arrivals.get(phone) ?? []
    arrivals.set(phone, all)
    all.push(performance.timeOrigin + performance.now())
  })
  const launches: (() => Promise<unknown>)[] = []
  for (let n = 0; n < DEVICES; n++) {
    const { token, deviceId } = await linkNumber(server.url, network)
    const { user_id: userId } = await db
      .selectFrom('devices')
      .select('user_id')
      .where('id', '=', deviceId)
      .executeTakeFirstOrThrow()
    const groupId = await seedGroup(db, userId, Math.ceil((SECONDS * 1000) / GAP_MS) + 10)
    launches.push(() => server.call('POST', `/campaigns/${deviceId}`, token, form(groupId)))
  }
  for (const launch of launches) await launch()
  await new Promise((next) => setTimeout(next, GAP_MS))
  arrivals.clear()
  const before = server.cpuMs()
  await new Promise((next) => setTimeout(next, SECONDS * 1000))
  const cpuMs = server.cpuMs() - before
  const gaps = [...arrivals.values()].flatMap((all) =>
    all.slice(1).map((at, n) => at - (all[n] ?? at)),
  )
  await db.destroy()
  await server.stop()
  await network.stop()
  store.remove()
  rmSync(folder, { recursive: true, force: true })
  return rowOf(engine, gaps, cpuMs)
}

function rowOf(engine: BenchEngine, gaps: readonly number[], cpuMs: number) {
  const errors = gaps.map((gap) => Math.abs(gap - GAP_MS)).sort((a, b) => a - b)
  const at = (share: number) => Math.round(errors[Math.floor((errors.length - 1) * share)] ?? 0)
  const total = gaps.reduce((sum, gap) => sum + gap, 0)
  return {
    engine,
    numbers: DEVICES,
    gaps: gaps.length,
    sendsOfIdeal: Number(((gaps.length * GAP_MS) / total).toFixed(4)),
    errorP50: at(0.5),
    errorP99: at(0.99),
    errorMost: at(1),
    shortestMs: Math.round(Math.min(...gaps) * 10) / 10,
    cpuMsPerSend: Number((cpuMs / gaps.length).toFixed(1)),
  }
}

function form(groupId: string): FormData {
  const fields = {
    campaignName: 'Promo',
    statusEnabled: 'true',
    caption: 'Hello [name]',
    contactGroupId: groupId,
    minIntervalSeconds: String(GAP_MS / 1000),
    maxIntervalSeconds: String(GAP_MS / 1000),
    campaignScheduleType: 'anytime',
  }
  const data = new FormData()
  for (const [name, value] of Object.entries(fields)) data.set(name, value)
  return data
}

const rows = []
for (const engine of enginesIn(asked)) rows.push(await measure(engine))
report('dispatch', rows)

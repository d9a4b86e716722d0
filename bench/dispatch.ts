import type { SandboxNetwork } from '@kirim/sandbox-network/network'
import type { BenchEngine } from './support/bench-server.ts'
import { onEngines, onNetwork, onReply, onServer, pause, rounded } from './support/frame.ts'
import { linkNumber } from './support/linked-number.ts'
import { quantile } from './support/others-meanwhile.ts'
import { report } from './support/report.ts'
import { campaignTo, seedGroup } from './support/seed.ts'

/**
 * 100 numbers send a campaign each, to somebody new every 4 seconds. Measures at the network how
 * many messages arrive out of how many could, and how far each gap between two messages of a number
 * is from 4 seconds.
 * `npm run bench dispatch [SQLite|PostgreSQL|both] [numbers] [seconds]`
 */
const [engines = 'both', numbers = '100', duration = '60'] = process.argv.slice(2)
const NUMBERS = Number(numbers)
const SECONDS = Number(duration)
const GAP_MS = 4000

const measure = (engine: BenchEngine, network: SandboxNetwork) =>
  onServer(engine, network, async ({ server, db }) => {
    const arrivals = new Map<string, number[]>()
    onReply(network, (phone) => {
      const times = arrivals.get(phone) ?? []
      arrivals.set(phone, times)
      times.push(performance.timeOrigin + performance.now())
    })
    const launches: (() => Promise<unknown>)[] = []
    for (let n = 0; n < NUMBERS; n++) {
      const { token, workspaceId, deviceId } = await linkNumber(server, network)
      const groupId = await seedGroup(db, workspaceId, Math.ceil((SECONDS * 1000) / GAP_MS) + 10)
      const form = campaignTo(groupId, { gapSeconds: [GAP_MS / 1000, GAP_MS / 1000] })
      launches.push(() => server.call('POST', `/campaigns/${deviceId}`, token, form))
    }
    for (const launch of launches) await launch()
    await pause(GAP_MS)
    arrivals.clear()
    const before = server.cpuMs()
    await pause(SECONDS * 1000)
    const cpuMs = server.cpuMs() - before
    const gaps = [...arrivals.values()].flatMap((times) =>
      times.slice(1).map((at, n) => at - (times[n] ?? at)),
    )
    return rowOf(engine, gaps, cpuMs)
  })

function rowOf(engine: BenchEngine, gaps: readonly number[], cpuMs: number) {
  const errors = gaps.map((gap) => Math.abs(gap - GAP_MS)).sort((a, b) => a - b)
  const at = (share: number) => Math.round(quantile(errors, share))
  const total = gaps.reduce((sum, gap) => sum + gap, 0)
  return {
    engine,
    numbers: NUMBERS,
    gaps: gaps.length,
    sendsOfIdeal: rounded((gaps.length * GAP_MS) / total, 4),
    errorP50: at(0.5),
    errorP99: at(0.99),
    errorMost: at(1),
    shortestMs: rounded(Math.min(...gaps), 1),
    cpuMsPerSend: rounded(cpuMs / gaps.length, 1),
  }
}

report(
  'dispatch',
  await onNetwork((network) => onEngines(engines, (engine) => measure(engine, network))),
)

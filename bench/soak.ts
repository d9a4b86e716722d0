import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startSandboxNetwork } from '@kirim/sandbox-network/network'
import type { NetworkEvents } from '@kirim/sandbox-network/types'
import { linkNumber, makeItems } from './support/answering-number.ts'
import { type BenchEngine, createStore, startServer } from './support/bench-server.ts'
import { median } from './support/others-meanwhile.ts'
import { memoryOf } from './support/process-memory.ts'
import { report } from './support/report.ts'

/**
 * Whether memory and the processor time of an answer stay flat: one number answers ten questions a
 * second for hours. Each half of the time is a row; its rise is the slope of a line through its
 * samples. `npm run bench soak [SQLite|PostgreSQL] [minutes] [questions a second]`
 */
const [engine = 'SQLite', minutes = '120', rate = '10'] = process.argv.slice(2)
const SAMPLES = 120
const SAMPLE_MS = (Number(minutes) * 60_000) / SAMPLES
const QUESTION_MS = 1000 / Number(rate)
/** The loop guard allows 60 replies an hour in each chat. */
const PEOPLE = Number(rate) * 90
const ITEMS = 100
for (const method of ['info', 'warn', 'error'] as const) console[method] = () => {}

interface Sample {
  readonly hours: number
  readonly rssMb: number
  readonly cpuMs: number
  readonly asked: number
  readonly answered: number
}

const folder = mkdtempSync(join(tmpdir(), 'kirim-bench-'))
const network = await startSandboxNetwork({ dataDir: join(folder, 'network') })
const store = await createStore(engine as BenchEngine)
try {
  const env = { ...store.env, WHATSAPP_URL: network.url, WHATSAPP_ROOT_KEY: network.rootKey }
  const server = await startServer({ ...store, env }, { metered: false })
  const { token, deviceId, phone } = await linkNumber(server.url, network)
  await makeItems(server.url, { token, deviceId }, { items: ITEMS, keywords: 1 })
  const samples = await soak(phone, () => ({
    rssMb: memoryOf(server.pid).rssMb,
    cpuMs: server.cpuMs(),
  }))
  await server.stop()
  report(
    'soak',
    [samples.slice(0, SAMPLES / 2 + 1), samples.slice(SAMPLES / 2)].map((half, n) => ({
      engine,
      half: n + 1,
      minutes: Number(minutes) / 2,
      ...summarize(half),
    })),
  )
} finally {
  await network.stop()
  store.remove()
  rmSync(folder, { recursive: true, force: true })
}

/** Asks at the rate, whatever is answered, and reads the server once each sample. */
async function soak(phone: string, read: () => Pick<Sample, 'rssMb' | 'cpuMs'>): Promise<Sample[]> {
  const counts = { asked: 0, answered: 0 }
  network.events.on('message', ({ phone: to, message }: NetworkEvents['message'][0]) => {
    if (to === phone && message.direction === 'to-contact' && message.copies <= 1) counts.answered++
  })
  const asking = setInterval(() => {
    const n = counts.asked++
    const text = `word${n % ITEMS}x0 please`
    void network.sendAsContact(phone, `6015${1_000_001 + (n % PEOPLE) * 10}`, { text })
  }, QUESTION_MS)
  const begun = performance.now()
  const samples: Sample[] = []
  while (samples.length <= SAMPLES) {
    samples.push({ hours: (performance.now() - begun) / 3_600_000, ...read(), ...counts })
    await new Promise((next) => setTimeout(next, SAMPLE_MS))
  }
  clearInterval(asking)
  return samples
}

function summarize(half: readonly Sample[]) {
  const [first, last] = [half[0], half.at(-1)]
  if (!first || !last) throw new Error('There is no sample.')
  const answered = last.answered - first.answered
  return {
    asked: last.asked - first.asked,
    answered,
    rssMb: median(half.map(({ rssMb }) => rssMb)),
    risesMbAnHour: Math.round(slopeOf(half.map(({ hours, rssMb }) => [hours, rssMb]))),
    cpuMsPerAnswer: Number(((last.cpuMs - first.cpuMs) / answered).toFixed(1)),
  }
}

/** Of the line with the least squares. */
function slopeOf(points: readonly (readonly [number, number])[]): number {
  const mean = (at: 0 | 1) => points.reduce((sum, point) => sum + point[at], 0) / points.length
  const [x, y] = [mean(0), mean(1)]
  const along = points.reduce((sum, point) => sum + (point[0] - x) * (point[1] - y), 0)
  return along / points.reduce((sum, point) => sum + (point[0] - x) ** 2, 0)
}

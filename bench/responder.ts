import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startSandboxNetwork } from '@kirim/sandbox-network/network'
import type { NetworkEvents } from '@kirim/sandbox-network/types'
import { linkNumber, makeItems } from './support/answering-number.ts'
import { startBare } from './support/bare.ts'
import { type BenchEngine, createStore, enginesIn, startServer } from './support/bench-server.ts'
import { report } from './support/report.ts'

/**
 * A chatbot that is never without a message to answer, beside a bare client of the driver that
 * repeats what it hears. Everybody who writes is known, and writes again once somebody was
 * answered. `npm run bench responder [SQLite|PostgreSQL|both] [seconds] [items]`
 */
const [asked = 'both', duration = '20', items = '100'] = process.argv.slice(2)
const SECONDS = Number(duration)
/** Messages that wait for an answer at any moment. */
const WAITING = 60
/** The loop guard allows 20 replies a minute in each chat. */
const PEOPLE = Math.ceil((400 * SECONDS) / 15)
const ITEMS = Number(items)
const KEYWORDS = 10
for (const method of ['info', 'warn', 'error'] as const) console[method] = () => {}

const folder = mkdtempSync(join(tmpdir(), 'kirim-bench-'))
const network = await startSandboxNetwork({ dataDir: join(folder, 'network') })

interface Answering {
  readonly phone: string
  cpuMs(): number | Promise<number>
}

/** Answers a second, and the processor time of each, once everybody has written before. */
async function saturate(what: string, { phone, cpuMs }: Answering) {
  await keepWriting(phone, PEOPLE, Number.POSITIVE_INFINITY)
  const before = await cpuMs()
  const begin = performance.now()
  const answers = await keepWriting(phone, Number.POSITIVE_INFINITY, SECONDS * 1000)
  const seconds = (performance.now() - begin) / 1000
  const cpu = (await cpuMs()) - before
  return { what, answersASecond: answers / seconds, cpuMsPerAnswer: cpu / answers }
}

/** Writes so many messages, or for so long; resolves to how many were answered. */
function keepWriting(phone: string, most: number, ms: number): Promise<number> {
  const end = performance.now() + ms
  let sent = 0
  let answered = 0
  return new Promise((resolve) => {
    function write(): void {
      const n = sent++
      const contact = `6015${1_000_001 + (n % PEOPLE) * 10}`
      const text = `word${n % ITEMS}x${n % KEYWORDS} ya`
      void network.sendAsContact(phone, contact, { text })
    }
    function hear({ phone: to, message }: NetworkEvents['message'][0]): void {
      if (to !== phone || message.direction !== 'to-contact' || message.copies > 1) return
      answered += 1
      const isOver = sent >= most || performance.now() >= end
      if (!isOver) write()
      else if (answered >= sent) {
        network.events.off('message', hear)
        resolve(answered)
      }
    }
    network.events.on('message', hear)
    for (let n = 0; n < Math.min(WAITING, most); n++) write()
  })
}

async function measureBare() {
  const bare = await startBare(network)
  const row = await saturate('bare client', {
    phone: bare.phone,
    cpuMs: async () => (await bare.count()).cpuMs,
  })
  bare.stop()
  return row
}

async function measure(engine: BenchEngine) {
  const store = await createStore(engine)
  const env = { ...store.env, WHATSAPP_URL: network.url, WHATSAPP_ROOT_KEY: network.rootKey }
  const server = await startServer({ ...store, env }, { metered: false })
  const { token, deviceId, phone } = await linkNumber(server.url, network)
  await makeItems(server.url, { token, deviceId }, { items: ITEMS, keywords: KEYWORDS })
  const row = await saturate(engine, { phone, cpuMs: server.cpuMs })
  await server.stop()
  store.remove()
  return row
}

try {
  const bare = await measureBare()
  const rows = [bare]
  for (const engine of enginesIn(asked)) rows.push(await measure(engine))
  report(
    'responder',
    rows.map(({ what, answersASecond, cpuMsPerAnswer }) => ({
      what,
      answersASecond: Math.round(answersASecond),
      cpuMsPerAnswer: Number(cpuMsPerAnswer.toFixed(1)),
      ofBare: Number((answersASecond / bare.answersASecond).toFixed(2)),
      ofBareCpu: Number((bare.cpuMsPerAnswer / cpuMsPerAnswer).toFixed(2)),
    })),
  )
} finally {
  await network.stop()
  rmSync(folder, { recursive: true, force: true })
}

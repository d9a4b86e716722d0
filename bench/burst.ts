import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type SandboxNetwork, startSandboxNetwork } from '@kirim/sandbox-network/network'
import { linkNumber, makeItems } from './support/answering-number.ts'
import { startBare } from './support/bare.ts'
import {
  type BenchServer,
  createStore,
  enginesIn,
  newUser,
  startServer,
} from './support/bench-server.ts'
import { othersMeanwhile, quantile } from './support/others-meanwhile.ts'
import { report } from './support/report.ts'

/**
 * After an outage of the network the messages of 20 people wait for each of 10 numbers: measures
 * from the moment that the network is back until everybody has an answer, and from the first answer
 * to the last, beside bare clients of the driver that repeat what they hear, one process a number.
 * `npm run bench burst [SQLite|PostgreSQL|both] [numbers] [people]`
 */
const [asked = 'both', numbers = '10', people = '20'] = process.argv.slice(2)
const NUMBERS = Number(numbers)
const PEOPLE = Number(people)
for (const method of ['info', 'warn', 'error'] as const) console[method] = () => {}

interface Burst {
  /** Since the network is back. */
  readonly ms: number
  /** From the first answer to the last. */
  readonly answeringMs: number
  readonly unanswered: number
}

const PATIENCE_MS = 120_000

/** Everybody writes before any number has found the network again. */
async function burst(network: SandboxNetwork, phones: readonly string[]): Promise<Burst> {
  const back = performance.now()
  const open = new Set<string>()
  const answered: number[] = []
  const isOver = Promise.withResolvers<void>()
  network.events.on('message', ({ phone, contact, message }) => {
    if (message.direction !== 'to-contact' || message.copies > 1) return
    if (!open.delete(`${phone} ${contact}`)) return
    answered.push(performance.now())
    if (open.size === 0) isOver.resolve()
  })
  for (const phone of phones) {
    for (let person = 0; person < PEOPLE; person++) {
      const contact = `6015${1_000_001 + person * 10}`
      open.add(`${phone} ${contact}`)
      void network.sendAsContact(phone, contact, { text: 'word0x0 ya' })
    }
  }
  const patience = setTimeout(isOver.resolve, PATIENCE_MS)
  await isOver.promise
  clearTimeout(patience)
  const [first = 0, last = 0] = [answered[0], answered.at(-1)]
  return { ms: last - back, answeringMs: last - first, unanswered: open.size }
}

/** Links numbers to a network, which then goes away and comes back. */
async function afterOutage<T>(
  link: (network: SandboxNetwork) => Promise<string[]>,
  measure: (network: SandboxNetwork, phones: readonly string[]) => Promise<T>,
): Promise<T> {
  const dataDir = mkdtempSync(join(tmpdir(), 'kirim-bench-'))
  const first = await startSandboxNetwork({ dataDir })
  const phones = await link(first)
  await first.stop()
  const network = await startSandboxNetwork({ dataDir, port: Number(new URL(first.url).port) })
  try {
    return await measure(network, phones)
  } finally {
    await network.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

async function measureBare() {
  const clients: Awaited<ReturnType<typeof startBare>>[] = []
  const link = async (network: SandboxNetwork) => {
    for (let n = 0; n < NUMBERS; n++) clients.push(await startBare(network))
    return clients.map(({ phone }) => phone)
  }
  const cpuMs = async () => {
    const counts = await Promise.all(clients.map((client) => client.count()))
    return counts.reduce((sum, count) => sum + count.cpuMs, 0)
  }
  const row = await afterOutage(link, async (network, phones) => {
    const before = await cpuMs()
    const done = await burst(network, phones)
    return { what: 'bare clients', ...rounded(done), cpuMs: Math.round((await cpuMs()) - before) }
  })
  for (const client of clients) client.stop()
  return row
}

async function measure(engine: string, store: Awaited<ReturnType<typeof createStore>>) {
  const started: BenchServer[] = []
  const link = async (network: SandboxNetwork) => {
    const env = { WHATSAPP_URL: network.url, WHATSAPP_ROOT_KEY: network.rootKey }
    const server = await startServer({
      ...store,
      env: { ...store.env, ...env, REGISTER_LIMIT: '100000' },
    })
    started.push(server)
    const phones: string[] = []
    for (let n = 0; n < NUMBERS; n++) {
      const { token, deviceId, phone } = await linkNumber(server.url, network)
      await makeItems(server.url, { token, deviceId }, { items: 1, keywords: 1 })
      phones.push(phone)
    }
    return phones
  }
  const row = await afterOutage(link, async (network, phones) => {
    const [server] = started
    if (!server) throw new Error('No server was started.')
    const stranger = await newUser(server)
    const before = server.cpuMs()
    const done = await othersMeanwhile(server, stranger.token, () => burst(network, phones))
    return {
      ...{ what: engine, ...rounded(done.result), cpuMs: server.cpuMs() - before },
      longestBlockMs: Math.round(done.blockMs),
      othersLongestMs: Math.round(quantile(done.waits, 1)),
    }
  })
  for (const server of started) await server.stop()
  return row
}

function rounded({ ms, answeringMs, unanswered }: Burst) {
  return {
    ...{ numbers: NUMBERS, messages: NUMBERS * PEOPLE, unanswered },
    ...{ ms: Math.round(ms), answeringMs: Math.round(answeringMs) },
  }
}

const rows: object[] = [await measureBare()]
for (const engine of enginesIn(asked)) {
  const store = await createStore(engine)
  rows.push(await measure(engine, store))
  store.remove()
}
report('burst', rows)

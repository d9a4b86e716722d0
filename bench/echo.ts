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
 * Many people write to a chatbot for the first time, each again once they were answered; then they
 * write at a steady rate. Beside a bare client of the driver that repeats what it hears: one after
 * the other in the burst, side by side at the steady rate.
 * `npm run bench echo [SQLite|PostgreSQL|both] [people] [messages each] [a second] [seconds]`
 */
const [asked = 'both', people = '1200', each = '3', rate = '10', seconds = '30'] =
  process.argv.slice(2)
const PEOPLE = Number(people)
const EACH = Number(each)
const RATE = Number(rate)
const STEADY = RATE * Number(seconds)
for (const method of ['info', 'warn', 'error'] as const) console[method] = () => {}

const folder = mkdtempSync(join(tmpdir(), 'kirim-bench-'))
const network = await startSandboxNetwork({ dataDir: join(folder, 'network') })

interface Answering {
  readonly what: string
  readonly phone: string
  cpuMs(): number | Promise<number>
  stop(): Promise<void>
}

async function openBare(): Promise<Answering> {
  const { phone, count, stop } = await startBare(network)
  const cpuMs = async () => (await count()).cpuMs
  return { what: 'bare client', phone, cpuMs, stop: async () => stop() }
}

async function openKirim(engine: BenchEngine): Promise<Answering> {
  const store = await createStore(engine)
  const env = { ...store.env, WHATSAPP_URL: network.url, WHATSAPP_ROOT_KEY: network.rootKey }
  const server = await startServer({ ...store, env }, { metered: false })
  const { token, deviceId, phone } = await linkNumber(server.url, network)
  await makeItems(server.url, { token, deviceId }, { items: 1, keywords: 10 })
  async function stop() {
    await server.stop()
    store.remove()
  }
  return { what: engine, phone, cpuMs: server.cpuMs, stop }
}

const contactOf = (n: number) => `6015${1_000_001 + (n % PEOPLE) * 10}`

function write(phone: string, contact: string, n: number): void {
  void network.sendAsContact(phone, contact, { text: `word0x${n % 10} ya` })
}

/** Answers a second, and the processor time of each, while so many are answered. */
async function measure(
  { phone, cpuMs }: Answering,
  most: number,
  begin: (onAnswer: (hear: (contact: string) => void) => void) => void,
) {
  const before = await cpuMs()
  const start = performance.now()
  const over = Promise.withResolvers<void>()
  let onAnswer = (_contact: string): void => {}
  let answered = 0
  function hear({ phone: to, contact, message }: NetworkEvents['message'][0]): void {
    if (to !== phone || message.direction !== 'to-contact' || message.copies > 1) return
    answered += 1
    onAnswer(contact)
    if (answered === most) over.resolve()
  }
  network.events.on('message', hear)
  begin((listener) => {
    onAnswer = listener
  })
  await over.promise
  network.events.off('message', hear)
  const ms = performance.now() - start
  return { aSecond: (most * 1000) / ms, cpuMs: ((await cpuMs()) - before) / most }
}

const burst = (to: Answering) =>
  measure(to, PEOPLE * EACH, (onAnswer) => {
    const written = new Map<string, number>()
    function writeNext(contact: string): void {
      const n = written.get(contact) ?? 0
      written.set(contact, n + 1)
      if (n < EACH) write(to.phone, contact, n)
    }
    onAnswer(writeNext)
    for (let n = 0; n < PEOPLE; n++) writeNext(contactOf(n))
  })

const steadily = (to: Answering) =>
  measure(to, STEADY, () => {
    let n = 0
    const writing = setInterval(() => {
      write(to.phone, contactOf(n), n)
      n += 1
      if (n === STEADY) clearInterval(writing)
    }, 1000 / RATE)
  })

try {
  const all = [await openBare()]
  for (const engine of enginesIn(asked)) all.push(await openKirim(engine))
  const bursts: Awaited<ReturnType<typeof measure>>[] = []
  for (const one of all) bursts.push(await burst(one))
  const steady = await Promise.all(all.map(steadily))
  for (const one of all) await one.stop()
  const ofBare = (figures: readonly number[], n: number) =>
    Number(((figures[n] ?? 0) / (figures[0] ?? 1)).toFixed(2))
  const aSecond = bursts.map((one) => Math.round(one.aSecond))
  const burstCpuMs = bursts.map((one) => Number(one.cpuMs.toFixed(2)))
  const steadyCpuMs = steady.map((one) => Number(one.cpuMs.toFixed(2)))
  report(
    'echo',
    all.map(({ what }, n) => ({
      what,
      answersASecond: aSecond[n],
      ofBare: ofBare(aSecond, n),
      burstCpuMs: burstCpuMs[n],
      burstTimesBare: ofBare(burstCpuMs, n),
      steadyCpuMs: steadyCpuMs[n],
      steadyTimesBare: ofBare(steadyCpuMs, n),
    })),
  )
} finally {
  await network.stop()
  rmSync(folder, { recursive: true, force: true })
}

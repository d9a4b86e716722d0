import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startSandboxNetwork } from '@kirim/sandbox-network/network'
import { repeatTo, SLOW_UNITS } from '@kirim/testing/slow-texts'
import { linkNumber, makeItems, startServerOn } from './support/answering-number.ts'
import { healthWaits } from './support/health-waits.ts'

/**
 * Ten people write every second to a number with 1,000 keywords, first undisturbed, then while
 * another person sends it tens of slow texts a second. Measures the time to the ten people's
 * replies and the response times of `/api/health`. `npm run bench stranger [seconds] [characters
 * per text]`
 */
const SECONDS = Number(process.argv[2] ?? 20)
const LETTERS = Number(process.argv[3] ?? 60_000)
const PEOPLE = 100
const EVERY_MS = 100
const STRANGERS_PAUSE_MS = 20
const ITEMS = { items: 100, keywords: 10 }
const STRANGER = '60199999991'

const folder = mkdtempSync(join(tmpdir(), 'kirim-bench-'))
for (const method of ['info', 'warn', 'error'] as const) console[method] = () => {}
const network = await startSandboxNetwork({ dataDir: join(folder, 'network') })
const server = await startServerOn(network, join(folder, 'data'))
const number = await linkNumber(server.url, network)
await makeItems(server.url, number, ITEMS)

/** The send time of each person's unanswered message. */
const waiting = new Map<string, number>()
let waits: number[] = []
network.events.on('message', ({ contact, message }) => {
  const start = waiting.get(contact)
  if (message.direction !== 'to-contact' || start === undefined) return
  waiting.delete(contact)
  waits.push(performance.now() - start)
})

await run('calm', () => Promise.resolve(0))
await run('beside a stranger', attack)
server.child.kill('SIGTERM')
await once(server.child, 'exit')
await network.stop()
rmSync(folder, { recursive: true, force: true })

async function run(what: string, beside: (isOver: () => boolean) => Promise<number>) {
  waits = []
  const end = performance.now() + SECONDS * 1000
  const isOver = () => performance.now() > end
  const strange = beside(isOver)
  const people = talk(isOver)
  const health = await healthWaits(server.url, people)
  const sent = await people
  const sorted = waits.toSorted((a, b) => a - b)
  const at = (share: number) =>
    Math.round(sorted[Math.floor((sorted.length - 1) * share)] ?? Number.NaN)
  console.log(
    `${what}: answered ${waits.length} of ${sent}, wait p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, longest ` +
      `${at(1)} ms; health ${health}; texts of the stranger: ${await strange}`,
  )
}

/**
 * Each person sends one message at a time and waits for its reply. Returns the number of messages
 * sent.
 */
async function talk(isOver: () => boolean): Promise<number> {
  let sent = 0
  const sending: Promise<unknown>[] = []
  for (; !isOver(); sent += 1) {
    const contact = `6015${1_000_001 + (sent % PEOPLE) * 10}`
    if (!waiting.has(contact)) {
      waiting.set(contact, performance.now())
      const text = `word${sent % ITEMS.items}x${sent % ITEMS.keywords} ya`
      sending.push(network.sendAsContact(number.phone, contact, { text }))
    }
    await new Promise((next) => setTimeout(next, EVERY_MS))
  }
  await Promise.all(sending)
  const drained = performance.now() + 10_000
  while (waiting.size > 0 && performance.now() < drained) {
    await new Promise((next) => setTimeout(next, EVERY_MS))
  }
  return sent
}

/** Sent one after another, with pauses for the network, which runs in this process. */
async function attack(isOver: () => boolean): Promise<number> {
  const texts = Object.values(SLOW_UNITS).map((unit) => repeatTo(unit, LETTERS).toWellFormed())
  let sent = 0
  for (; !isOver(); sent += 1) {
    await network.sendAsContact(number.phone, STRANGER, { text: texts[sent % texts.length] ?? '' })
    await new Promise((next) => setTimeout(next, STRANGERS_PAUSE_MS))
  }
  return sent
}

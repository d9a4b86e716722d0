import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startSandboxNetwork } from '@kirim/sandbox-network/network'
import { linkNumber, makeItems, startServerOn } from './support/answering-number.ts'

/**
 * A number with 1,000 items of 10 keywords each gets 100 messages a second from 500 people.
 * Measures how many are answered exactly once, and the time to each reply on the sender's side.
 * `node bench/answering.ts [seconds] [messages a second] [people]`
 */
const SECONDS = Number(process.argv[2] ?? 60)
const RATE = Number(process.argv[3] ?? 100)
const ITEMS = 1000
const KEYWORDS = 10
/** The loop guard allows 20 replies a minute in each chat. */
const PEOPLE = Number(process.argv[4] ?? Math.max(500, Math.ceil((SECONDS * RATE) / 15)))
const DRAIN_MS = 60_000

const folder = mkdtempSync(join(tmpdir(), 'kirim-bench-'))
for (const method of ['info', 'warn', 'error'] as const) console[method] = () => {}

const network = await startSandboxNetwork({ dataDir: join(folder, 'network') })
const server = await startServerOn(network, join(folder, 'data'))
const { token, deviceId, phone } = await linkNumber(server.url, network)
await makeItems(server.url, { token, deviceId }, { items: ITEMS, keywords: KEYWORDS })

/** Unanswered messages of each person, oldest first: a chat is answered in order. */
const waiting = new Map<string, number[]>()
const waits: number[] = []
let surplus = 0
network.events.on('message', ({ contact, message }) => {
  if (message.direction !== 'to-contact' || message.copies > 1) return
  const start = waiting.get(contact)?.shift()
  if (start === undefined) surplus += 1
  else waits.push(performance.now() - start)
})

const total = SECONDS * RATE
const begin = performance.now()
const sending: Promise<unknown>[] = []
for (let sent = 0; sent < total; sent++) {
  const due = begin + (sent * 1000) / RATE
  const early = due - performance.now()
  if (early > 0) await new Promise((next) => setTimeout(next, early))
  const item = (sent * 7) % ITEMS
  const contact = `6015${1_000_001 + ((sent * 10_007) % PEOPLE) * 10}`
  const queue = waiting.get(contact) ?? []
  waiting.set(contact, queue)
  queue.push(performance.now())
  sending.push(network.sendAsContact(phone, contact, { text: `word${item}x${sent % KEYWORDS} ya` }))
}
await Promise.all(sending)
const end = performance.now() + DRAIN_MS
while (waits.length < total && performance.now() < end)
  await new Promise((next) => setTimeout(next, 100))

const sorted = waits.toSorted((a, b) => a - b)
const at = (share: number) =>
  Math.round(sorted[Math.floor((sorted.length - 1) * share)] ?? Number.NaN)
console.log(
  `${total} messages at ${RATE} a second from ${PEOPLE} people, ${ITEMS} items of ${KEYWORDS} keywords`,
)
console.log(`answered ${waits.length}, more than once ${surplus}`)
console.log(`wait ms: p50 ${at(0.5)}, p95 ${at(0.95)}, p99 ${at(0.99)}, longest ${at(1)}`)
server.child.kill('SIGTERM')
await once(server.child, 'exit')
await network.stop()
rmSync(folder, { recursive: true, force: true })

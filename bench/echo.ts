import type { SandboxNetwork } from '@kirim/sandbox-network/network'
import { type Answering, openBare, openChatbot } from './support/answering.ts'
import { contactOf, onEngines, onNetwork, onReply, rounded } from './support/frame.ts'
import { report } from './support/report.ts'

/**
 * Measures the answers of a chatbot to many people who write for the first time, and again after
 * each answer; then to messages at a steady rate. The baseline is a bare client of the driver that
 * repeats what it receives. The two take turns in the burst, and run side by side at the steady
 * rate.
 * `npm run bench echo [SQLite|PostgreSQL|both] [people] [messages each] [a second] [seconds]`
 */
const [engines = 'both', people = '1200', each = '3', rate = '10', seconds = '30'] =
  process.argv.slice(2)
const PEOPLE = Number(people)
const EACH = Number(each)
const RATE = Number(rate)
const STEADY = RATE * Number(seconds)

/** Measures answers a second, and the processor time per answer, until `most` have arrived. */
async function measure(
  network: SandboxNetwork,
  { phone, cpuMs }: Answering,
  most: number,
  begin: (write: (n: number) => void) => (person: string) => void,
) {
  const before = await cpuMs()
  const start = performance.now()
  const over = Promise.withResolvers<void>()
  let answered = 0
  const answer = begin((n) => {
    const text = `word0x${n % 10} ya`
    void network.sendAsContact(phone, contactOf(n % PEOPLE), { text })
  })
  const off = onReply(network, (to, contact) => {
    if (to !== phone) return
    answered += 1
    answer(contact)
    if (answered === most) over.resolve()
  })
  await over.promise
  off()
  const ms = performance.now() - start
  return { aSecond: (most * 1000) / ms, cpuMs: ((await cpuMs()) - before) / most }
}

const burst = (network: SandboxNetwork, to: Answering) =>
  measure(network, to, PEOPLE * EACH, (write) => {
    const next = new Map<string, number>()
    const writeNext = (contact: string, n: number) => {
      next.set(contact, n + PEOPLE)
      if (n < PEOPLE * EACH) write(n)
    }
    for (let n = 0; n < PEOPLE; n++) writeNext(contactOf(n), n)
    return (contact) => writeNext(contact, next.get(contact) ?? 0)
  })

const steadily = (network: SandboxNetwork, to: Answering) =>
  measure(network, to, STEADY, (write) => {
    let n = 0
    const writing = setInterval(() => {
      write(n)
      n += 1
      if (n === STEADY) clearInterval(writing)
    }, 1000 / RATE)
    return () => {}
  })

await onNetwork(async (network) => {
  const chatbots = await onEngines(engines, (engine) =>
    openChatbot(network, engine, { items: 1, keywords: 10 }),
  )
  const all = [await openBare(network), ...chatbots]
  const bursts: Awaited<ReturnType<typeof measure>>[] = []
  for (const one of all) bursts.push(await burst(network, one))
  const steady = await Promise.all(all.map((one) => steadily(network, one)))
  for (const one of all) await one.stop()
  const ofBare = (figures: readonly number[], n: number) =>
    rounded((figures[n] ?? 0) / (figures[0] ?? 1), 2)
  const aSecond = bursts.map((one) => Math.round(one.aSecond))
  const burstCpuMs = bursts.map((one) => rounded(one.cpuMs, 2))
  const steadyCpuMs = steady.map((one) => rounded(one.cpuMs, 2))
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
})

import type { SandboxNetwork } from '@kirim/sandbox-network/network'
import { type Answering, openBare, openChatbot } from './support/answering.ts'
import { contactOf, onEngines, onNetwork, onReply, rounded } from './support/frame.ts'
import { report } from './support/report.ts'

/**
 * Measures a chatbot that always has a message to answer, beside a bare client of the driver that
 * repeats what it receives. Everybody who writes is known, and each answer triggers the next
 * message.
 * `npm run bench responder [SQLite|PostgreSQL|both] [seconds] [items]`
 */
const [engines = 'both', duration = '20', items = '100'] = process.argv.slice(2)
const SECONDS = Number(duration)
/** The number of messages that wait for an answer at any moment. */
const WAITING = 60
/** The loop guard allows 20 replies a minute in each chat. */
const PEOPLE = Math.ceil((400 * SECONDS) / 15)
const ITEMS = Number(items)
const KEYWORDS = 10

/** Measures answers a second, and the processor time of each, once everybody has written before. */
async function saturate(network: SandboxNetwork, { what, phone, cpuMs, stop }: Answering) {
  await keepWriting(network, phone, PEOPLE, Number.POSITIVE_INFINITY)
  const before = await cpuMs()
  const start = performance.now()
  const answers = await keepWriting(network, phone, Number.POSITIVE_INFINITY, SECONDS * 1000)
  const seconds = (performance.now() - start) / 1000
  const cpu = (await cpuMs()) - before
  await stop()
  return { what, answersASecond: answers / seconds, cpuMsPerAnswer: cpu / answers }
}

/** Writes a number of messages, or for a time; resolves to the number of answers. */
function keepWriting(
  network: SandboxNetwork,
  phone: string,
  most: number,
  ms: number,
): Promise<number> {
  const end = performance.now() + ms
  let sent = 0
  let answered = 0
  return new Promise((resolve) => {
    function write(): void {
      const n = sent++
      const text = `word${n % ITEMS}x${n % KEYWORDS} ya`
      void network.sendAsContact(phone, contactOf(n % PEOPLE), { text })
    }
    const off = onReply(network, (to) => {
      if (to !== phone) return
      answered += 1
      const isOver = sent >= most || performance.now() >= end
      if (!isOver) write()
      else if (answered >= sent) {
        off()
        resolve(answered)
      }
    })
    for (let n = 0; n < Math.min(WAITING, most); n++) write()
  })
}

await onNetwork(async (network) => {
  const bare = await saturate(network, await openBare(network))
  const rows = await onEngines(engines, async (engine) =>
    saturate(network, await openChatbot(network, engine, { items: ITEMS, keywords: KEYWORDS })),
  )
  report(
    'responder',
    [bare, ...rows].map(({ what, answersASecond, cpuMsPerAnswer }) => ({
      what,
      answersASecond: Math.round(answersASecond),
      cpuMsPerAnswer: rounded(cpuMsPerAnswer, 1),
      ofBare: rounded(answersASecond / bare.answersASecond, 2),
      ofBareCpu: rounded(bare.cpuMsPerAnswer / cpuMsPerAnswer, 2),
    })),
  )
})

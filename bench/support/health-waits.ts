import { Agent, get } from 'node:http'

const POLL_INTERVAL_MS = 20

/**
 * Requests `/api/health` 50 times a second, without waiting for responses, and reports the response
 * times.
 */
export async function healthWaits(url: string, over: Promise<unknown>): Promise<string> {
  const agent = new Agent({ keepAlive: true })
  const waits: number[] = []
  const failed: string[] = []
  const asking: Promise<void>[] = []
  const ask = async (due: number) => {
    const said = await answerOf(`${url}/api/health`, agent)
    if (said === '200') waits.push(performance.now() - due)
    else failed.push(said)
  }
  const start = performance.now()
  let isOver = false
  const watching = over.then(() => {
    isOver = true
  })
  for (let n = 0; !isOver; n += 1) {
    const due = start + n * POLL_INTERVAL_MS
    const early = due - performance.now()
    if (early > 0) await new Promise((next) => setTimeout(next, early))
    asking.push(ask(Math.max(due, performance.now())))
  }
  await watching
  await Promise.all(asking)
  agent.destroy()
  const sorted = waits.toSorted((a, b) => a - b)
  const at = (share: number) =>
    `${(sorted[Math.floor((sorted.length - 1) * share)] ?? Number.NaN).toFixed(1)}`
  const not = failed.length > 0 ? `, ${failed.length} not answered (${failed[0]})` : ''
  return `p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, longest ${at(1)} ms of ${sorted.length}${not}`
}

function answerOf(url: string, agent: Agent): Promise<string> {
  return new Promise((done) => {
    get(url, { agent }, (answer) => {
      answer.resume().once('end', () => done(String(answer.statusCode)))
    }).once('error', (error) => done(error.message))
  })
}

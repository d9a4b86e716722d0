import { appendFileSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createNodeTroubles } from './nodes-troubles.ts'
import { type NodesWorld, startNodesWorld } from './nodes-world.ts'
import { pause, print, readOptions, runProof } from './proof.ts'
import { measureTakeOvers } from './take-overs.ts'
import { areOver, type SentCampaign, startRound } from './weather-campaigns.ts'
import { isProof, judged, type Outcome } from './weather-outcome.ts'
import { startTalk, type Talk } from './weather-talk.ts'

/**
 * Three nodes on one PostgreSQL send campaigns and answer, while they and PostgreSQL are killed,
 * stopped, frozen and cut off; then one of them is killed again and again. What reached the phones
 * is compared with what the nodes say. `npm run prove:nodes -- [--minutes 10] [--kills 100]
 * [--seed …]`; it ends with 1 unless nothing was lost, repeated, answered twice or not at all.
 */
/** The duration of a round: each number sends a message every six seconds. */
const ROUND_MS = 180_000
/** The time between two questions to a number, so that campaigns get their turn. */
const QUESTIONS_MS = { least: 3000, most: 9000 }
const LOOK_MS = 1000
/** Without a change for this long, nothing will change any more. */
const STEADY_MS = 180_000
/** The longest time from the end of a node to the first message by the next one. */
const TAKEN_OVER_WITHIN_MS = 15_000

/** A network without weather excuses nothing. */
const CLEAR_SKY = {
  counts: new Map<string, number>(),
  wasIn: () => false,
  couldWork: () => Number.POSITIVE_INFINITY,
  wasUnlinkedSince: () => false,
  rests: () => {},
  clear: () => {},
}

/** Minutes of troubles, which may be a fraction, and kills of one node afterwards. */
const { minutes, kills, seed } = readOptions('nodes', { minutes: 10, kills: 100 })

async function prove(): Promise<boolean> {
  const logs = mkdtempSync(join(tmpdir(), 'kirim-nodes-proof-'))
  console.log(`Seed ${seed}. The troubles, and what the nodes say, go to ${logs}.`)
  const began = Date.now()
  const world = await startNodesWorld(logs)
  try {
    const takeOvers = measureTakeOvers(world.network)
    const troubles = createNodeTroubles(world, takeOvers, { seed, log: join(logs, 'troubles.log') })
    const talk = await startTalk(world, CLEAR_SKY, seed, QUESTIONS_MS)
    const rounds = sendRounds(world)
    await troubles.until(Date.now() + minutes * 60_000)
    await troubles.killOften(kills)
    talk.stop()
    const campaigns = await rounds.end()
    const calmAt = Date.now()
    const outcome = await settle(world, talk, campaigns, join(logs, 'settling.log'))
    const seconds = [calmAt - began, Date.now() - calmAt].map((ms) => Math.round(ms / 1000))
    const ended = world.nodes.reduce((sum, { server }) => sum + server.ended, 0)
    const happened = [...troubles.counts].map(([what, count]) => `${count} ${what}`)
    const title = `${seconds[0]} s of troubles, settled ${seconds[1]} s later`
    show([title, happened.join(', ')], outcome, ended)
    for (const [what, times] of takeOvers.measured()) console.log(`  ${describeTimes(what, times)}`)
    return isProof(outcome) && ended === 0
  } finally {
    await world.stop()
  }
}

/** The next round begins before the last is over, so that the numbers always have work. */
function sendRounds(world: NodesWorld) {
  const campaigns: SentCampaign[] = []
  let isOver = false
  const sending = (async () => {
    for (let round = 0; !isOver; round++) {
      // An interrupted round does not count, although its campaigns may be sent.
      const started = await startRound(world, round).catch(() => null)
      campaigns.push(...(started ?? []))
      const until = Date.now() + (started ? ROUND_MS : LOOK_MS)
      while (!isOver && Date.now() < until) await pause(LOOK_MS)
    }
  })()
  return {
    async end(): Promise<readonly SentCampaign[]> {
      isOver = true
      await sending
      return campaigns
    },
  }
}

/** Waits until everything has ended or nothing changes any more, then judges. */
async function settle(
  world: NodesWorld,
  talk: Talk,
  campaigns: readonly SentCampaign[],
  log: string,
): Promise<Outcome> {
  let last = { state: '', at: Date.now() }
  for (;;) {
    const isOver = (await areOver(campaigns)) && (await talk.isSettled())
    const outcome = await judged({ world, sky: CLEAR_SKY, talk, campaigns, held: new Set() })
    if (isOver && isProof(outcome)) return outcome
    const state = JSON.stringify([outcome, isOver])
    if (state !== last.state) {
      last = { state, at: Date.now() }
      appendFileSync(log, `${new Date().toISOString()} ${state}\n`)
    }
    if (Date.now() - last.at > STEADY_MS) return outcome
    await pause(5 * LOOK_MS)
  }
}

function show(
  happened: readonly string[],
  { verdict, stuck, wrong }: Outcome,
  ended: number,
): void {
  print(
    happened,
    [
      ['people', verdict.people],
      ['delivered once', verdict.deliveredOnce],
      ['not on the network', verdict.unreachable],
      ['lost', verdict.lost],
      ['repeated', verdict.repeated],
      ['otherwise in the ledger than at the network', verdict.wrong],
      ['questions', verdict.questions],
      ['answered once', verdict.answeredOnce],
      ['unanswered', verdict.unansweredWithoutCause],
      ['answered twice', verdict.answeredTwice],
      ['stuck numbers and campaigns', stuck.length],
      ['nodes that ended by themselves', ended],
    ],
    [...stuck, ...wrong],
  )
}

function describeTimes(what: string, times: readonly number[]): string {
  const at = (share: number) =>
    ((times[Math.ceil(times.length * share) - 1] ?? 0) / 1000).toFixed(1)
  const late = times.filter((ms) => ms > TAKEN_OVER_WITHIN_MS).length
  return `${what}: ${at(0.5)} s in the middle, ${at(0.95)} s at the 95th percentile, ${at(1)} s at most (of ${times.length}, ${late} above 15 s)`
}

await runProof(prove)

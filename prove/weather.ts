import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Engine, pause, print, readOptions, runProof } from './proof.ts'
import { areOver, heldNow, reportOf, type SentCampaign, startRound } from './weather-campaigns.ts'
import { isProof, judged, type Outcome, type Run } from './weather-outcome.ts'
import { type Owners, startOwners } from './weather-owner.ts'
import { type Sky, startSky } from './weather-sky.ts'
import { startTalk } from './weather-talk.ts'
import { SPEED, startWeatherWorld, type WeatherWorld } from './weather-world.ts'

/**
 * Sends campaigns and lets chatbots answer on the sandbox network while its weather changes all the
 * time, and compares the phones with the server's records. Ends with 1 unless nothing was lost,
 * repeated, explained wrongly or stuck.
 * `npm run prove:weather -- [--minutes 30] [--engine …] [--seed …]`
 */
const LOOK_MS = 500
const JUDGE_MS = 5000
/** Without a change for this long, nothing will change: longer than the longest back-off. */
const STEADY_MS = 600_000 / SPEED + 30_000
/** The same while people are held: a limit with an unknown end is retried after an hour. */
const HELD_STEADY_MS = 3_600_000 / SPEED + STEADY_MS
/** The limit when something never stops changing, such as a number that keeps reconnecting. */
const SETTLE_MS = 2 * 3_600_000
/**
 * The share of the last round after which the next one starts, so that the numbers always have
 * work.
 */
const ENOUGH_SETTLED = 0.5
/** The next round starts then in any case. */
const ROUND_MS = 60_000

const logs = mkdtempSync(join(tmpdir(), 'kirim-weather-proof-'))

/** Minutes of campaigns and chatbots before the weather is calm; may be a fraction. */
const { engines, minutes, seed } = readOptions('weather', { minutes: 30 })

async function prove(): Promise<boolean> {
  console.log(`Seed ${seed}. The weather, and what the servers say, go to ${logs}.`)
  const outcomes = await Promise.all(
    engines.map((engine) =>
      run(engine).catch((error: Error) => {
        console.log(`\n${engine}: the run broke off. ${error.stack}`)
        return null
      }),
    ),
  )
  return outcomes.every((outcome) => outcome !== null && isProof(outcome))
}

async function run(engine: Engine): Promise<Outcome> {
  const began = Date.now()
  const world = await startWeatherWorld(engine, join(logs, `${engine}.log`))
  try {
    const sky = startSky(world, seed, join(logs, `${engine}-weather.log`))
    const owners = await startOwners(world, sky)
    const talk = await startTalk(world, sky, seed)
    const held = new Set<string>()
    const campaigns = await sendRounds(world, held, began + minutes * 60_000)
    talk.stop()
    sky.clear()
    const clearAt = Date.now()
    const outcome = await settle({ world, sky, talk, campaigns, held })
    owners.stop()
    const seconds = [clearAt - began, Date.now() - clearAt].map((ms) => Math.round(ms / 1000))
    show(engine, outcome, sky, owners, seconds)
    return outcome
  } finally {
    await world.stop()
  }
}

/** The next round begins before the last is over, so that the numbers always have work. */
async function sendRounds(
  world: WeatherWorld,
  held: Set<string>,
  until: number,
): Promise<SentCampaign[]> {
  const campaigns: SentCampaign[] = []
  let last: readonly SentCampaign[] = []
  let nextAt = 0
  for (let round = 0; Date.now() < until; ) {
    if (Date.now() > nextAt || (await shareSettled(last)) > ENOUGH_SETTLED) {
      nextAt = Date.now() + ROUND_MS
      last = await startRound(world, round)
      campaigns.push(...last)
      round++
    }
    for (const person of await heldNow(world)) held.add(person)
    await pause(LOOK_MS)
  }
  return campaigns
}

async function shareSettled(campaigns: readonly SentCampaign[]): Promise<number> {
  const reports = await Promise.all(campaigns.map(reportOf))
  const sum = (of: (report: (typeof reports)[number]) => number) =>
    reports.reduce((total, report) => total + of(report), 0)
  return sum(({ sent, failed }) => sent + failed) / sum(({ total }) => total)
}

/**
 * Waits until everything has ended and every receipt was received, or nothing changes any more,
 * then judges.
 */
async function settle(run: Run): Promise<Outcome> {
  const until = Date.now() + SETTLE_MS
  let last = { state: '', at: Date.now() }
  for (;;) {
    const waiting = await heldNow(run.world)
    for (const person of waiting) run.held.add(person)
    const isOver = (await areOver(run.campaigns)) && (await run.talk.isSettled())
    const outcome = await judged(run)
    if (isOver && isProof(outcome)) return outcome
    const state = JSON.stringify([outcome, isOver])
    if (state !== last.state) last = { state, at: Date.now() }
    const steadyMs = waiting.length > 0 ? HELD_STEADY_MS : STEADY_MS
    if (Date.now() - last.at > steadyMs || Date.now() > until) return outcome
    await pause(JUDGE_MS)
  }
}

function show(
  engine: Engine,
  { verdict, stuck, wrong }: Outcome,
  sky: Sky,
  owners: Owners,
  [stormy = 0, calm = 0]: readonly number[],
): void {
  const happened = [...sky.counts, ...owners.counts].map(([what, count]) => `${count} ${what}`)
  print(
    [
      `${engine}: ${stormy} s of weather, settled ${calm} s later`,
      happened.sort().join(', '),
      `told to the owners: ${[...owners.problems].sort().join(', ')}`,
    ],
    [
      ['people', verdict.people],
      ['delivered once', verdict.deliveredOnce],
      ['held and released', verdict.heldAndReleased],
      ['not on the network', verdict.unreachable],
      ['failed, as the media servers took no file', verdict.withoutMedia],
      ['asked for a copy from a link that was gone', verdict.withoutCopy],
      ['lost', verdict.lost],
      ['repeated', verdict.repeated],
      ['wrong reasons', verdict.wrong],
      ['questions', verdict.questions],
      ['answered once', verdict.answeredOnce],
      ['too late for an answer, through the weather', verdict.unansweredForWeather],
      ['asked of a phone without a link', verdict.onPhoneAlone],
      ['unanswered without cause', verdict.unansweredWithoutCause],
      ['answered twice', verdict.answeredTwice],
      ['stuck numbers and campaigns', stuck.length],
    ],
    [...stuck, ...wrong],
  )
}

await runProof(prove)

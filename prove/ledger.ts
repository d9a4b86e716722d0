import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { seededRandom } from '@kirim/message-template/seeded-random'
import { type Disk, ext4Disk, isRoot, smallDisk, whyNoPowerCuts } from './disks.ts'
import { explain, judge, type Verdict } from './judge.ts'
import { type Engine, pause, print, readOptions, runProof } from './proof.ts'
import { casesOf, isOver, type Round, sizeOf, startRound, wronglyAnswered } from './rounds.ts'
import { createTroubles, type TroubleCounts, type Troubles } from './troubles.ts'
import { startWorld, type World } from './world.ts'

/**
 * Sends campaigns on the sandbox network while everything goes wrong, and compares what arrived
 * with what the ledger says. Ends with 1 unless nobody was lost, messaged twice or messaged after
 * they opted out.
 * `npm run prove:ledger -- [--engine …] [--kills …] [--cuts …] [--people …] [--seed …]`
 */
const START_MS = 1500
/**
 * A run counts as settled after this time without arrivals; the last messages are slow on a slow
 * disk.
 */
const SETTLE_MS = 120_000
const LOOK_MS = 500
/** The share of a round after which the next one starts, so that the numbers always have work. */
const ENOUGH_WRITTEN_TO = 0.6
/** Messages between two troubles, so that a kill finds the server sending. */
const ARRIVALS = { least: 8, most: 300 }
/** The disk fills up at every eighth kill. */
const DISK_EVERY = 8
const DATABASE_EVERY = 5

interface Outcome {
  readonly verdict: Verdict
  readonly wronglyAnswered: readonly string[]
  readonly wrong: readonly string[]
}

/**
 * Kills of the server over all engines, power cuts on each, and the least people of a run, rounded
 * up to rounds of 400.
 */
const options = readOptions('ledger', { kills: 100, cuts: 4, people: 1000 })
const logs = mkdtempSync(join(tmpdir(), 'kirim-proof-'))

async function prove(): Promise<boolean> {
  const { engines, kills, cuts, people, seed } = options
  console.log(`Seed ${seed}. What the servers say goes to ${logs}.`)
  if (!isRoot) {
    console.log('Without root no disk can be filled: on SQLite its flushes fail instead.')
  }
  // Side by side, because each mostly waits for its server to come up.
  const outcomes = await Promise.all(
    engines.flatMap((engine, index) => {
      const share = Math.floor(kills / engines.length) + (index < kills % engines.length ? 1 : 0)
      if (share === 0) return []
      return run(
        { engine, how: 'killed', disk: smallDisk(), seed, people, times: share },
        everyKill,
      )
    }),
  )
  const why = whyNoPowerCuts()
  if (why) console.log(`Power cuts are left out: ${why}.`)
  else if (cuts > 0) {
    const cut = engines.map((engine) =>
      run({ engine, how: 'power cut', disk: ext4Disk(), seed, people, times: cuts }, everyCut),
    )
    outcomes.push(...(await Promise.all(cut)))
  }
  return outcomes.every(isProof)
}

function isProof({ verdict, wronglyAnswered: answers }: Outcome): boolean {
  const { lost, repeated, afterOptOut, untrue } = verdict
  return lost + repeated + afterOptOut + untrue + answers.length === 0
}

interface Moment {
  readonly round: Round
  readonly random: () => number
  readonly n: number
  /** The number of messages until the next trouble. */
  readonly arrivals: () => number
}

/** Resolves to false when nothing is sent any more. */
type Step = (troubles: Troubles, moment: Moment) => Promise<boolean>

/**
 * Sends for a while, is killed meanwhile and restarts; sometimes it is killed again while starting.
 */
const everyKill: Step = async (troubles, { round, random, n, arrivals }) => {
  if (n % DISK_EVERY === DISK_EVERY - 1) {
    await troubles.live(round, arrivals())
    await troubles.fullDisk(round)
  }
  if (n % DATABASE_EVERY === DATABASE_EVERY - 1) {
    await troubles.live(round, arrivals())
    await troubles.databaseStop(round)
  }
  const isSending = await troubles.live(round, arrivals())
  await troubles.kill()
  if (random() < 0.1) await troubles.killInStart(random() * START_MS)
  await troubles.comeBack()
  return isSending
}

const everyCut: Step = async (troubles, { round, arrivals }) => {
  await troubles.live(round, arrivals())
  await troubles.fullDisk(round)
  const isSending = await troubles.live(round, arrivals())
  await troubles.powerCut(round)
  return isSending
}

interface Plan extends Pick<typeof options, 'people' | 'seed'> {
  readonly engine: Engine
  readonly how: 'killed' | 'power cut'
  readonly disk: Disk
  readonly times: number
}

async function run(plan: Plan, step: Step): Promise<Outcome> {
  const { engine, how, disk, seed, people, times } = plan
  const random = seededRandom(`${seed} ${engine} ${how}`)
  const began = Date.now()
  // Also when the process is stopped before the server exists.
  process.once('exit', disk.remove)
  const world = await startWorld(engine, disk, join(logs, `${engine}-${how.replace(' ', '-')}.log`))
  process.off('exit', disk.remove)
  try {
    const troubles = createTroubles(world, random)
    // A kill during a start counts, too.
    const done = () => (how === 'killed' ? world.server.killed : troubles.counts.powerCuts)
    const mean = Math.min(Math.max(people / times, ARRIVALS.least), ARRIVALS.most)
    const arrivals = () => 1 + Math.floor(random() * 2 * mean)
    const rounds = await sendRounds(world, people, {
      isOver: () => done() >= times,
      step: (round, n) => step(troubles, { round, random, n, arrivals }),
    })
    troubles.over()
    const outcome = await settle(world, rounds)
    const seconds = Math.round((Date.now() - began) / 1000)
    show(`${engine}, ${how}, ${seconds} s`, outcome, troubles.counts, world.server.killed)
    return outcome
  } finally {
    await world.stop()
  }
}

/** The next round begins before the last is over, so that the numbers always have work. */
async function sendRounds(
  world: World,
  least: number,
  troubled: { isOver(): boolean; step(round: Round, n: number): Promise<boolean> },
): Promise<Round[]> {
  const rounds: Round[] = []
  const begin = async () => {
    const round = await startRound(world, rounds.length)
    rounds.push(round)
    return round
  }
  let round = await begin()
  let writtenToBefore = world.witness.arrived()
  for (let n = 0; !troubled.isOver(); n++) {
    const isSending = await troubled.step(round, n)
    const writtenTo = world.witness.arrived() - writtenToBefore
    const isLate = writtenTo > sizeOf(round) * ENOUGH_WRITTEN_TO
    if (!isLate && (isSending || !(await isOver(world, round)))) continue
    round = await begin()
    writtenToBefore += writtenTo
  }
  while (rounds.reduce((people, one) => people + sizeOf(one), 0) < least) await begin()
  return rounds
}

/** Waits until every campaign has ended and every receipt was received, then judges. */
async function settle(world: World, rounds: readonly Round[]): Promise<Outcome> {
  let arrived = world.witness.arrived()
  let until = Date.now() + SETTLE_MS
  for (;;) {
    if (world.witness.arrived() > arrived) {
      arrived = world.witness.arrived()
      until = Date.now() + SETTLE_MS
    }
    const isLate = Date.now() > until
    const over = await Promise.all(rounds.map((round) => isOver(world, round)))
    if (over.every(Boolean) || isLate) {
      const outcome = await judged(world, rounds)
      if (isProof(outcome) || isLate) return outcome
    }
    await pause(LOOK_MS)
  }
}

async function judged(world: World, rounds: readonly Round[]): Promise<Outcome> {
  const cases = (await Promise.all(rounds.map((round) => casesOf(world, round)))).flat()
  return {
    verdict: judge(cases),
    wronglyAnswered: await wronglyAnswered(world, rounds),
    wrong: explain(cases),
  }
}

function show(
  what: string,
  { verdict, wronglyAnswered: answers, wrong }: Outcome,
  counts: TroubleCounts,
  kills: number,
): void {
  const troubles = [
    [counts.fullDisks, 'full disks'],
    [counts.failedDisks, 'failing disks'],
    [counts.databaseStops, 'stops of PostgreSQL'],
    [counts.drops + counts.offline, 'dropped connections'],
    [counts.lateReceipts, 'phones switched off or on'],
    [counts.repeatedReceipts, 'repeated receipts'],
    [counts.optOuts, 'opt-outs'],
    [counts.answers, 'answers'],
  ] as const
  const happened = troubles.filter(([count]) => count > 0)
  print(
    [`${what}: ${happened.map(([count, name]) => `${count} ${name}`).join(', ')}`],
    [
      ['people', verdict.people],
      ['delivered once', verdict.deliveredOnce],
      ['left alone, as they had opted out', verdict.leftAlone],
      ['not on the network', verdict.unreachable],
      ['lost', verdict.lost],
      ['repeated', verdict.repeated],
      ['written to after they opted out', verdict.afterOptOut],
      ['opt-outs not answered exactly once', answers.length],
      ['otherwise in the ledger than at the network', verdict.untrue],
      ['kills', kills],
      ['power cuts', counts.powerCuts],
      ['… with a message begun and not settled', counts.inFlight],
      ['… which its person had already received', counts.arrivedInFlight],
    ],
    [...wrong, ...answers.map((who) => `answers to ${who}`)],
  )
}

await runProof(prove)

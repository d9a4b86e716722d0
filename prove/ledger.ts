import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { seededRandom } from '@kirim/message-template/seeded-random'
import { type Arguments, type Engine, readArguments } from './arguments.ts'
import { type Disk, ext4Disk, isRoot, smallDisk, whyNoPowerCuts } from './disks.ts'
import { explain, judge, type Verdict } from './judge.ts'
import { casesOf, isOver, type Round, startRound, wronglyAnswered } from './rounds.ts'
import { createTroubles, type Told } from './troubles.ts'
import { startWorld, type World } from './world.ts'

/**
 * Sends campaigns on the sandbox network while everything goes wrong, and compares what arrived
 * with what the ledger says. `npm run prove:ledger -- [--engine …] [--kills …] [--cuts …]
 * [--seed …]`; it ends with 1 unless nobody was lost, written to twice or after they opted out.
 */
const LIFE_MS = 1500
const START_MS = 1500
const SETTLE_MS = 180_000
const LOOK_MS = 500
/** Of what is wrong. */
const SHOWN = 20
/** Every so many kills. */
const DISK_EVERY = 8
const DATABASE_EVERY = 5

interface Outcome {
  readonly verdict: Verdict
  readonly wronglyAnswered: readonly string[]
  readonly wrong: readonly string[]
}

// The network's cryptography tells the console about every session.
for (const method of ['info', 'warn', 'error'] as const) console[method] = () => {}
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
const logs = mkdtempSync(join(tmpdir(), 'kirim-proof-'))

async function prove({ engines, kills, cuts, seed }: Arguments): Promise<boolean> {
  console.log(`Seed ${seed}. What the servers say goes to ${logs}.`)
  if (!isRoot) {
    console.log('Without root no disk can be filled: on SQLite its flushes fail instead.')
  }
  const outcomes: Outcome[] = []
  for (const [index, engine] of engines.entries()) {
    const share = Math.floor(kills / engines.length) + (index < kills % engines.length ? 1 : 0)
    if (share > 0) outcomes.push(await run(engine, 'killed', smallDisk(), seed, share, everyKill))
  }
  const why = whyNoPowerCuts()
  if (why) console.log(`Power cuts are left out: ${why}.`)
  else if (cuts > 0) {
    for (const engine of engines) {
      outcomes.push(await run(engine, 'power cut', ext4Disk(), seed, cuts, everyCut))
    }
  }
  return outcomes.every(isProof)
}

function isProof({ verdict, wronglyAnswered: answers }: Outcome): boolean {
  const { lost, repeated, afterOptOut, untrue } = verdict
  return lost + repeated + afterOptOut + untrue + answers.length === 0
}

type Step = (
  world: World,
  troubles: ReturnType<typeof createTroubles>,
  round: Round,
  random: () => number,
  n: number,
) => Promise<void>

/** Lives a while, is killed, and comes back: now and then it is killed again in its start. */
const everyKill: Step = async ({ server }, troubles, round, random, n) => {
  await troubles.live(round, random() * LIFE_MS)
  if (n % DISK_EVERY === DISK_EVERY - 1) await troubles.fullDisk(round)
  if (n % DATABASE_EVERY === DATABASE_EVERY - 1) await troubles.databaseStop(round)
  await server.kill()
  if (random() < 0.2) await server.killInStart(random() * START_MS)
  await server.up()
}

const everyCut: Step = async (_world, troubles, round, random) => {
  await troubles.live(round, LIFE_MS + random() * LIFE_MS)
  await troubles.powerCut(round)
}

async function run(
  engine: Engine,
  how: string,
  disk: Disk,
  seed: string,
  times: number,
  step: Step,
): Promise<Outcome> {
  const random = seededRandom(`${seed} ${engine} ${how}`)
  const began = Date.now()
  // Also when it is stopped before there is a server.
  process.once('exit', disk.remove)
  const world = await startWorld(engine, disk, join(logs, `${engine}-${how.replace(' ', '-')}.log`))
  try {
    const troubles = createTroubles(world, random)
    const rounds = [await startRound(world, 0)]
    // Trouble in a start counts as one more kill.
    const done = () => (how === 'killed' ? world.server.killed : troubles.told.powerCuts)
    for (let n = 0; done() < times; n++) {
      const last = rounds.at(-1)
      if (last && (await isOver(world, last))) rounds.push(await startRound(world, rounds.length))
      const round = rounds.at(-1)
      if (round) await step(world, troubles, round, random, n)
    }
    troubles.over()
    const outcome = await settle(world, rounds)
    const seconds = Math.round((Date.now() - began) / 1000)
    print(`${engine}, ${how}`, outcome, troubles.told, world, seconds)
    return outcome
  } finally {
    await world.stop()
  }
}

/** Waits until every campaign is over and every receipt was heard of; judges what is then. */
async function settle(world: World, rounds: readonly Round[]): Promise<Outcome> {
  const until = Date.now() + SETTLE_MS
  for (;;) {
    const cases = (await Promise.all(rounds.map((round) => casesOf(world, round)))).flat()
    const outcome = {
      verdict: judge(cases),
      wronglyAnswered: wronglyAnswered(world, rounds),
      wrong: explain(cases),
    }
    const over = await Promise.all(rounds.map((round) => isOver(world, round)))
    const isSettled = isProof(outcome) && over.every(Boolean)
    if (isSettled || Date.now() > until) return outcome
    await new Promise((next) => setTimeout(next, LOOK_MS))
  }
}

function print(
  what: string,
  { verdict, wronglyAnswered: answers, wrong }: Outcome,
  told: Told,
  world: World,
  seconds: number,
): void {
  const troubles = [
    [world.server.killed, 'kills'],
    [told.powerCuts, 'power cuts'],
    [told.fullDisks, 'full disks'],
    [told.failedDisks, 'failing disks'],
    [told.databaseStops, 'stops of PostgreSQL'],
    [told.drops + told.offline, 'dropped connections'],
    [told.lateReceipts, 'phones switched off or on'],
    [told.repeatedReceipts, 'repeated receipts'],
    [told.optOuts, 'opt-outs'],
  ] as const
  const said = troubles.filter(([count]) => count > 0).map(([count, name]) => `${count} ${name}`)
  const rows = [
    ['people', verdict.people],
    ['delivered once', verdict.deliveredOnce],
    ['left alone, as they had opted out', verdict.leftAlone],
    ['not on the network', verdict.unreachable],
    ['lost', verdict.lost],
    ['repeated', verdict.repeated],
    ['written to after they opted out', verdict.afterOptOut],
    ['opt-outs not answered exactly once', answers.length],
    ['otherwise in the ledger than at the network', verdict.untrue],
  ] as const
  console.log(`\n${what}: ${said.join(', ')}; ${seconds} s`)
  for (const [name, count] of rows) console.log(`  ${name.padEnd(46)}${String(count).padStart(6)}`)
  for (const one of [...wrong, ...answers.map((who) => `answers to ${who}`)].slice(0, SHOWN)) {
    console.log(`    ${one}`)
  }
}

process.exitCode = (await prove(readArguments(process.argv.slice(2)))) ? 0 : 1

import { appendFileSync } from 'node:fs'
import { seededRandom } from '@kirim/message-template/seeded-random'
import type { NodesWorld, ProvedNode } from './nodes-world.ts'
import { pause } from './proof.ts'
import type { TakeOvers } from './take-overs.ts'

/** Long enough for others to take over. */
const SILENT_MS = 30_000
/** Some nodes return before the others notice, most long after. */
const AWAY_MS = { least: 500, most: 30_000 }
const DATABASE_AWAY_MS = 6000
/** The time between two troubles. */
const CALM_MS = 12_000
const LOOK_MS = 250

/** Faults of the nodes, of PostgreSQL and of the connections between them. */
export interface NodeTroubles {
  readonly counts: ReadonlyMap<string, number>
  /** Plays one fault after another until the given moment; everything is up again afterwards. */
  until(moment: number): Promise<void>
  /** Kills one node again and again, each time after it has sent something. */
  killOften(times: number): Promise<void>
}

export function createNodeTroubles(
  world: NodesWorld,
  takeOvers: TakeOvers,
  { seed, log }: { seed: string; log: string },
): NodeTroubles {
  const { nodes, postgres } = world
  const random = seededRandom(`${seed} nodes`)
  const counts = new Map<string, number>()
  const between = ({ least, most }: typeof AWAY_MS) => least + random() * (most - least)

  function record(what: string, node = ''): void {
    counts.set(what, (counts.get(what) ?? 0) + 1)
    appendFileSync(log, `${new Date().toISOString()} ${what} ${node}\n`)
  }

  async function comeBack(node: ProvedNode): Promise<void> {
    await node.server.up()
    node.isUp = true
    record('starts', node.name)
  }

  async function kill(node: ProvedNode): Promise<void> {
    const numbers = await world.numbersOf(node.name)
    node.isUp = false
    await node.server.kill()
    record('kills', node.name)
    takeOvers.watch('killed', numbers)
    await pause(between(AWAY_MS))
    await comeBack(node)
  }

  async function stop(node: ProvedNode): Promise<void> {
    const numbers = await world.numbersOf(node.name)
    node.isUp = false
    record('stops', node.name)
    takeOvers.watch('stopped', numbers)
    await node.server.stop()
    await pause(between(AWAY_MS))
    await comeBack(node)
  }

  async function freeze(node: ProvedNode): Promise<void> {
    const numbers = await world.numbersOf(node.name)
    node.isUp = false
    node.server.freeze()
    record('freezes', node.name)
    takeOvers.watch('frozen', numbers)
    await pause(SILENT_MS)
    node.server.thaw()
    await answers(node)
    node.isUp = true
  }

  /** The node still reaches the phones' network. */
  async function cutOff(node: ProvedNode): Promise<void> {
    const numbers = await world.numbersOf(node.name)
    node.isUp = false
    node.line.fallSilent()
    record('silent lines to PostgreSQL', node.name)
    takeOvers.watch('cut off', numbers)
    await pause(SILENT_MS)
    node.line.serveNew()
    await answers(node)
    node.isUp = true
  }

  async function stopDatabase(): Promise<void> {
    record('stops of PostgreSQL')
    takeOvers.forget()
    await postgres.halt()
    await pause(random() * DATABASE_AWAY_MS)
    postgres.resume()
    await Promise.all(nodes.filter(({ isUp }) => isUp).map(answers))
  }

  const one = () => nodes[Math.floor(random() * nodes.length)] as ProvedNode

  return {
    counts,
    async until(moment) {
      const kinds = [kill, cutOff, kill, stop, freeze, stopDatabase]
      for (let n = 0; Date.now() < moment; n++) {
        await pause(random() * CALM_MS)
        // Each kind in turn, so that a short run has all of them.
        await kinds[n % kinds.length]?.(one())
      }
      for (const node of nodes) await answers(node)
    },
    async killOften(times) {
      const [node] = nodes
      if (!node) return
      for (let n = 0; n < times; n++) {
        const numbers = await hasSome(world, node)
        await takeOvers.hears(numbers)
        await pause(random() * 3000)
        node.isUp = false
        await node.server.kill()
        record('kills of one node', node.name)
        await node.server.up()
        node.isUp = true
      }
    },
  }
}

async function hasSome(world: NodesWorld, { name }: ProvedNode): Promise<string[]> {
  for (;;) {
    const numbers = await world.numbersOf(name)
    if (numbers.length > 0) return numbers
    await pause(LOOK_MS)
  }
}

/** Resolves once it answers; restarts it if it has ended by itself. */
async function answers({ server }: ProvedNode): Promise<void> {
  for (;;) {
    await server.up()
    const answer = await fetch(`${server.url()}/api/health`).catch(() => null)
    if (answer?.ok) return
    await pause(LOOK_MS)
  }
}

import type { Clock } from '../../platform/clock.ts'
import type { Part } from '../../platform/lifecycle.ts'
import type { Log } from '../../platform/log.ts'
import type { OlderNodes } from '../../platform/nodes/older-nodes.ts'
import type { NodesRepository } from './nodes.repository.ts'

const LOOKED_EVERY_MS = 5000

interface Watched {
  readonly nodes: Pick<NodesRepository, 'older'>
  readonly older: OlderNodes
  readonly clock: Clock
  readonly log: Log
}

/** Tracks the active nodes of an earlier version until the last has left: none can start anew. */
export function watchOlderNodes({ nodes, older, clock, log }: Watched): Part {
  let cancel = () => {}

  async function look(): Promise<void> {
    older.are(await nodes.older())
  }

  function schedule(): void {
    if (!older.isAny()) return
    cancel = clock.after(LOOKED_EVERY_MS, () => {
      look()
        .catch((err: unknown) => log.warn({ err }, 'older nodes were not looked for'))
        .finally(schedule)
    })
  }

  return {
    name: 'older nodes',
    async start() {
      await look()
      schedule()
    },
    stop: async () => cancel(),
  }
}

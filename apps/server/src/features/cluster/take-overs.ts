import type { ClusterEventsRepository } from './cluster-events.repository.ts'
import type { TakeOversRepository } from './take-overs.repository.ts'

interface TakeOversDeps {
  readonly takeOvers: TakeOversRepository
  readonly events: ClusterEventsRepository
  /**
   * The nodes that have the devices of a gone node; contains null while some devices have no node.
   */
  successorsOf(goneId: string): Promise<readonly (string | null)[]>
}

/** Records when other nodes have all devices of a silent node, and how long that took. */
export function createTakeOvers({ takeOvers, events, successorsOf }: TakeOversDeps) {
  async function noteOf(gone: { id: string; name: string }): Promise<void> {
    const successors = await successorsOf(gone.id)
    const by = successors.filter((id) => id !== null)
    if (by.length < successors.length) return
    const takeOver = await takeOvers.noteTakenOver(gone.id, by)
    if (!takeOver) return
    const names = await takeOvers.namesOf(by)
    await events.add('taken_over', { name: gone.name, ...takeOver, by: [...names] })
  }

  return {
    async note(): Promise<void> {
      for (const gone of await takeOvers.beingTakenOver()) await noteOf(gone)
    },
  }
}

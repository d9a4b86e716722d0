import type { ClusterEventsRepository } from './cluster-events.repository.ts'
import type { TakeOversRepository } from './take-overs.repository.ts'

interface TakeOversDeps {
  readonly takeOvers: TakeOversRepository
  readonly events: ClusterEventsRepository
  /** Who has the devices of a node that is gone: ids of nodes, and null while some have none. */
  successorsOf(goneId: string): Promise<readonly (string | null)[]>
}

/** Notes once that others have all devices of a node that fell silent, and how long it took. */
export function createTakeOvers({ takeOvers, events, successorsOf }: TakeOversDeps) {
  async function noteOf(gone: { id: string; name: string }): Promise<void> {
    const successors = await successorsOf(gone.id)
    const by = successors.filter((id) => id !== null)
    if (by.length < successors.length) return
    const noted = await takeOvers.noteTakenOver(gone.id, by)
    if (!noted) return
    const names = await takeOvers.namesOf(by)
    await events.add('taken_over', { name: gone.name, ...noted, by: [...names] })
  }

  return {
    async note(): Promise<void> {
      for (const gone of await takeOvers.beingTakenOver()) await noteOf(gone)
    },
  }
}

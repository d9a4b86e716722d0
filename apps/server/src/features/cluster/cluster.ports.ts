import type { NodeFigures } from '@kirim/contract/cluster'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/database.ts'
import type { ClusterEventsRepository } from './cluster-events.repository.ts'
import type { ClusterPageRepository } from './cluster-page.repository.ts'

export interface ClusterDeps {
  readonly db: Db
  readonly clock: Clock
  /** The id of this node. */
  readonly nodeId: string
  /** Whether there may be other nodes. */
  readonly isShared: boolean
  /** `db` may be a transaction. */
  nodes(db: Db): ClusterPageRepository
  readonly events: ClusterEventsRepository
  /** The number of devices per node; under null, the devices without a node. */
  heldByEach(): Promise<ReadonlyMap<string | null, number>>
  /** The current figures of this node. */
  figures(): NodeFigures
  /** Measures a round trip to the database. */
  timed<T>(trip: () => Promise<T>): Promise<T>
  nameOf(personId: string): Promise<string>
  /** Called when the set of nodes that accept devices has changed. */
  onChange(): void
}

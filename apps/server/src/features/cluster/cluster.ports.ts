import type { NodeFigures } from '@kirim/contract/cluster'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/database.ts'
import type { ClusterEventsRepository } from './cluster-events.repository.ts'
import type { ClusterPageRepository } from './cluster-page.repository.ts'

export interface ClusterDeps {
  readonly db: Db
  readonly clock: Clock
  /** Of this node. */
  readonly nodeId: string
  /** Whether there may be other nodes. */
  readonly isShared: boolean
  /** In a transaction, too. */
  nodes(db: Db): ClusterPageRepository
  readonly events: ClusterEventsRepository
  /** How many devices each node has; those of null have none. */
  heldByEach(): Promise<ReadonlyMap<string | null, number>>
  /** Of this node, as of now. */
  figures(): NodeFigures
  /** Takes the time of a trip to the database. */
  timed<T>(trip: () => Promise<T>): Promise<T>
  nameOf(userId: string): Promise<string>
  /** Nodes that take devices have changed. */
  onChange(): void
}

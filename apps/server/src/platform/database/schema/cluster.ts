import type { Generated } from 'kysely'
import type { Flag } from './flag.ts'

export interface ClusterTables {
  nodes: NodeTable
  cluster_events: ClusterEventTable
}

/** A server on this database; the row is kept for a while after the server has left. */
export interface NodeTable {
  /** The id of one run of a server. */
  id: string
  /**
   * The id of the data directory: the same for all runs on it, of which only one runs at a time.
   */
  home: string
  name: string
  address: string
  version: string
  started_at: number
  /** The moment of the last heartbeat, by the database's clock. */
  beat_at: number
  /**
   * Null while the node is a member. Once it is set it stays, and nothing is written for this node.
   */
  left_at: number | null
  left_how: 'stopped' | 'silent' | null
  /** 1: the node gives its devices to the others. */
  draining: Generated<Flag>
  /** 1: the node marks and seals its messages to other nodes. */
  seals: Generated<Flag>
  /** `NodeFigures` as JSON, as of the last heartbeat. */
  figures: Generated<string>
  /** The number of devices that the node had when it was evicted; null until they are released. */
  freed_devices: Generated<number | null>
  /** When other nodes had claimed all of these devices. */
  taken_over_at: Generated<number | null>
  /** The ids of these other nodes, as JSON. */
  taken_over_by: Generated<string>
}

/** An event in the cluster, as the admin page lists it. */
export interface ClusterEventTable {
  id: string
  at: number
  code: string
  /** The parameters of the event, as JSON. */
  params: Generated<string>
}

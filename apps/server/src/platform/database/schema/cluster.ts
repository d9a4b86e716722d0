import type { Generated } from 'kysely'
import type { Flag } from './flag.ts'

export interface ClusterTables {
  nodes: NodeTable
  cluster_events: ClusterEventTable
}

/** A server that shares this database, and those of the last days. */
export interface NodeTable {
  /** Of one run of a server. */
  id: string
  /** The same for all runs on one data directory, of which there is one at a time. */
  home: string
  name: string
  address: string
  version: string
  started_at: number
  /** By the database's clock. */
  beat_at: number
  /** Null while it takes part; once set it stays, and nothing is written for this node any more. */
  left_at: number | null
  left_how: 'stopped' | 'silent' | null
  /** 1: its devices go to the others. */
  draining: Generated<Flag>
  /** 1: it marks and seals what it tells other nodes. */
  seals: Generated<Flag>
  /** `NodeFigures` as JSON, as of its last beat. */
  figures: Generated<string>
  /** How many devices it had when it was evicted; null until they are free. */
  freed_devices: Generated<number | null>
  /** When other nodes had all of these. */
  taken_over_at: Generated<number | null>
  /** The ids of these nodes, as JSON. */
  taken_over_by: Generated<string>
}

/** What happened among the nodes. */
export interface ClusterEventTable {
  id: string
  at: number
  code: string
  /** JSON. */
  params: Generated<string>
}

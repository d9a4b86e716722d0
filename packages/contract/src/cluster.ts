import * as z from 'zod/mini'
import { call } from './call.ts'
import { Id, IdParams, Moment } from './fields.ts'

/**
 * The state of a node. `silent`: it may still come back. `gone`: it was evicted, and others have
 * its numbers. `stopped`: it gave them up itself.
 */
const NodeState = z.enum(['serving', 'draining', 'silent', 'gone', 'stopped'])
export type NodeState = z.infer<typeof NodeState>

const Amount = z.int().check(z.gte(0))
const Seconds = Amount

/** The figures that a node measures of itself. */
export const NodeFigures = z.object({
  /** The memory in use, in bytes. */
  memory: Amount,
  /** The limit of its container, or of its machine. */
  memoryLimit: Amount,
  /** The 99th percentile of the last 5 minutes; null before the first measurement. */
  eventLoopMs: z.nullable(Amount),
  databaseMs: z.nullable(Amount),
  /** How many of its devices are connected. */
  connected: Amount,
  /** How many of its devices are sending a campaign. */
  sending: Amount,
  messagesAMinute: Amount,
})
export type NodeFigures = z.infer<typeof NodeFigures>

export const ClusterNode = z.object({
  id: Id,
  name: z.string(),
  /** The address where it listens. */
  address: z.string(),
  version: z.string(),
  state: NodeState,
  /** Whether it is the node that answers this call. */
  isThis: z.boolean(),
  startedAt: Moment,
  seenAt: Moment,
  devices: Amount,
  /** The figures of the node; null once it has left. */
  figures: z.nullable(NodeFigures),
  /** The estimated time until a draining node has no devices left. */
  drainedInSeconds: z.nullable(Seconds),
  /**
   * The take-over of a gone node: its devices, and the nodes that have them, null while some have
   * none.
   */
  takeOver: z.nullable(
    z.object({
      devices: Amount,
      done: z.nullable(z.object({ seconds: Seconds, by: z.array(z.string()) })),
    }),
  ),
})
export type ClusterNode = z.infer<typeof ClusterNode>

/** The kinds of events in the cluster. */
export const ClusterEventCode = z.enum([
  'node_joined',
  'node_stopped',
  'node_silent',
  'taken_over',
  'draining',
  'serving',
])
export type ClusterEventCode = z.infer<typeof ClusterEventCode>

export const ClusterEvent = z.object({
  id: Id,
  at: Moment,
  code: ClusterEventCode,
  /** The name of the node. */
  node: z.string(),
  /** The number of devices, for `taken_over`. */
  devices: z.nullable(Amount),
  seconds: z.nullable(Seconds),
  by: z.array(z.string()),
  /** The admin who requested it. */
  askedBy: z.nullable(z.string()),
})
export type ClusterEvent = z.infer<typeof ClusterEvent>

const Cluster = z.object({
  /** False on the embedded database, which only one node can use. */
  isShared: z.boolean(),
  devices: Amount,
  /** Devices without a node. */
  waiting: Amount,
  nodes: z.array(ClusterNode),
  /** The latest events, newest first. */
  events: z.array(ClusterEvent),
})
export type Cluster = z.infer<typeof Cluster>

export const getCluster = call({
  method: 'GET',
  path: '/admin/cluster',
  access: 'admin',
  summary: 'The servers on this database, and what happened among them',
  status: 200,
  response: Cluster,
})

export const drainNode = call({
  method: 'PUT',
  path: '/admin/cluster/nodes/:id',
  access: 'admin',
  summary: 'Let a node give its numbers to the others, or take numbers again',
  params: IdParams,
  body: z.object({ draining: z.boolean() }),
  status: 200,
  response: Cluster,
})

export const forgetNode = call({
  method: 'DELETE',
  path: '/admin/cluster/nodes/:id',
  access: 'admin',
  summary: 'Take a node off the list that takes part no more',
  params: IdParams,
  status: 200,
  response: Cluster,
})

import * as z from 'zod/mini'
import { call } from './call.ts'
import { Id, IdParams, Moment } from './fields.ts'

/**
 * How a node stands. A silent one may still come back; one that is gone fell silent, and others
 * have its numbers; a stopped one gave them away itself.
 */
const NodeState = z.enum(['serving', 'draining', 'silent', 'gone', 'stopped'])
export type NodeState = z.infer<typeof NodeState>

const Amount = z.int().check(z.gte(0))
const Seconds = Amount

/** What a node measures of itself. */
export const NodeFigures = z.object({
  /** Bytes. */
  memory: Amount,
  /** What it may have: of its container, or of its machine. */
  memoryLimit: Amount,
  /** How long the slowest in a hundred of the last 5 minutes took; null before the first. */
  eventLoopMs: z.nullable(Amount),
  databaseMs: z.nullable(Amount),
  /** Of its devices. */
  connected: Amount,
  /** Devices with a campaign of which messages leave. */
  sending: Amount,
  messagesAMinute: Amount,
})
export type NodeFigures = z.infer<typeof NodeFigures>

export const ClusterNode = z.object({
  id: Id,
  name: z.string(),
  /** Where it listens. */
  address: z.string(),
  version: z.string(),
  state: NodeState,
  /** Whether it gives this answer. */
  isThis: z.boolean(),
  startedAt: Moment,
  seenAt: Moment,
  devices: Amount,
  /** Null once it has left. */
  figures: z.nullable(NodeFigures),
  /** Of a draining node: until others have all its devices, as fast as it went until now. */
  drainedInSeconds: z.nullable(Seconds),
  /** Of a node that is gone; its devices, and who has them: null while some are with nobody. */
  takeOver: z.nullable(
    z.object({
      devices: Amount,
      done: z.nullable(z.object({ seconds: Seconds, by: z.array(z.string()) })),
    }),
  ),
})
export type ClusterNode = z.infer<typeof ClusterNode>

/** What happens among the nodes. */
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
  /** Of `taken_over`. */
  devices: z.nullable(Amount),
  seconds: z.nullable(Seconds),
  by: z.array(z.string()),
  /** The admin who asked for it. */
  askedBy: z.nullable(z.string()),
})
export type ClusterEvent = z.infer<typeof ClusterEvent>

const Cluster = z.object({
  /** False on the embedded database, which only one node can use. */
  isShared: z.boolean(),
  devices: Amount,
  /** Devices that no node has. */
  waiting: Amount,
  nodes: z.array(ClusterNode),
  /** Newest first. */
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

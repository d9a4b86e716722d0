import type { Cluster, ClusterNode, NodeState } from '@kirim/contract/cluster'
import type { ClusterDeps } from './cluster.ports.ts'
import type { ClusterEvent } from './cluster-events.repository.ts'
import type { ListedNode } from './cluster-page.repository.ts'
import { SILENT_AFTER_MS } from './membership.ts'
import { readFigures } from './node-figures.ts'

const SHOWN_EVENTS = 20

/** Facts about a node that are not in its own row. */
interface Beside {
  readonly nodeId: string
  readonly deviceCounts: ReadonlyMap<string | null, number>
  readonly names: ReadonlyMap<string, string>
  readonly events: readonly ClusterEvent[]
}

/** The nodes, their devices, and the latest events. */
export async function presentCluster(deps: ClusterDeps): Promise<Cluster> {
  const nodes = await deps.timed(() => deps.nodes(deps.db).list())
  const deviceCounts = await deps.heldByEach()
  const events = await deps.events.list(SHOWN_EVENTS)
  const names = new Map(nodes.map(({ id, name }) => [id, name]))
  const beside = { nodeId: deps.nodeId, deviceCounts, names, events }
  return {
    isShared: deps.isShared,
    devices: [...deviceCounts.values()].reduce((sum, devices) => sum + devices, 0),
    waiting: deviceCounts.get(null) ?? 0,
    nodes: nodes.map((node) => {
      const presented = presentNode(node, beside)
      return presented.isThis ? { ...presented, figures: deps.figures() } : presented
    }),
    events: events.map(presentEvent),
  }
}

export function presentNode(
  node: ListedNode,
  { nodeId, deviceCounts, names, events }: Beside,
): ClusterNode {
  const isThis = node.id === nodeId
  const state = isThis && node.leftHow === null ? taking(node) : stateOf(node)
  const devices = deviceCounts.get(node.id) ?? 0
  return {
    id: node.id,
    name: node.name,
    address: node.address,
    version: node.version,
    state,
    isThis,
    startedAt: moment(node.startedAt),
    seenAt: moment(node.beatAt),
    devices,
    figures: node.leftHow === null ? readFigures(node.figures) : null,
    drainedInSeconds: state === 'draining' ? drainedIn(node, devices, events) : null,
    takeOver: node.freedDevices ? presentTakeOver(node, node.freedDevices, names) : null,
  }
}

const taking = ({ draining }: ListedNode): NodeState => (draining ? 'draining' : 'serving')

function stateOf(node: ListedNode): NodeState {
  if (node.leftHow === 'stopped') return 'stopped'
  if (node.leftHow === 'silent') return 'gone'
  return node.silentMs > SILENT_AFTER_MS ? 'silent' : taking(node)
}

function presentTakeOver(node: ListedNode, devices: number, names: Beside['names']) {
  const { beatAt, takenOverAt, takenOverBy } = node
  if (takenOverAt === null) return { devices, done: null }
  const by = takenOverBy.flatMap((id) => names.get(id) ?? []).sort()
  return { devices, done: { seconds: secondsOf(takenOverAt - beatAt), by } }
}

/** Estimated from the speed since draining began; null before the first device has moved. */
function drainedIn(
  { id, beatAt, silentMs }: ListedNode,
  devices: number,
  events: readonly ClusterEvent[],
): number | null {
  const drainEvent = events.find(({ code, params }) => code === 'draining' && params.node === id)
  const movedDevices = (drainEvent?.params.devices ?? 0) - devices
  if (!drainEvent || movedDevices <= 0) return null
  const sinceMs = beatAt + silentMs - drainEvent.at
  return secondsOf((sinceMs / movedDevices) * devices)
}

function presentEvent({ id, at, code, params }: ClusterEvent): Cluster['events'][number] {
  return {
    id,
    at: moment(at),
    code,
    node: params.name ?? params.node ?? '',
    devices: params.devices ?? null,
    seconds: params.ms === undefined ? null : secondsOf(params.ms),
    by: [...(params.by ?? [])],
    askedBy: params.askedBy ?? null,
  }
}

const moment = (at: number) => new Date(at).toISOString()
const secondsOf = (ms: number) => Math.max(0, Math.ceil(ms / 1000))

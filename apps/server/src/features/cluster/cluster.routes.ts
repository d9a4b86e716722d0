import { drainNode as drainCall, forgetNode, getCluster } from '@kirim/contract/cluster'
import { takeLock } from '../../platform/database/take-lock.ts'
import { DomainError } from '../../platform/errors.ts'
import type { Route } from '../../platform/http/routes.ts'
import type { ClusterDeps } from './cluster.ports.ts'
import { SILENT_AFTER_MS } from './membership.ts'
import { presentCluster } from './present-cluster.ts'

export function clusterRoutes(route: Route, deps: ClusterDeps): void {
  route(getCluster, () => presentCluster(deps))

  route(drainCall, async ({ caller, params, body }) => {
    await drainNode(deps, caller.personId, params.id, body.draining)
    return presentCluster(deps)
  })

  route(forgetNode, async ({ params }) => {
    const nodes = deps.nodes(deps.db)
    if (!(await nodes.forget(params.id))) {
      throw new DomainError((await nodes.find(params.id)) ? 'node_takes_part' : 'node_not_found')
    }
    return presentCluster(deps)
  })
}

/**
 * Makes a node give its devices to the others, or take some again. Throws `node_not_found`,
 * `node_has_left` or `last_node`.
 */
async function drainNode(
  deps: ClusterDeps,
  adminId: string,
  nodeId: string,
  draining: boolean,
): Promise<void> {
  // One change at a time, so that the last two nodes cannot both be drained.
  const changed = await deps.db.transaction().execute(async (tx) => {
    await takeLock(tx, 'draining', deps.clock.now())
    const nodes = deps.nodes(tx)
    const node = await nodes.find(nodeId)
    if (!node) throw new DomainError('node_not_found')
    if (node.leftHow !== null) throw new DomainError('node_has_left')
    if (draining && !(await nodes.doesAnotherServe(nodeId, SILENT_AFTER_MS))) {
      throw new DomainError('last_node')
    }
    return (await nodes.setDraining(nodeId, draining)) ? node : null
  })
  if (!changed) return
  const devices = (await deps.heldByEach()).get(nodeId) ?? 0
  const askedBy = await deps.nameOf(adminId)
  const about = { node: nodeId, name: changed.name, devices, askedBy }
  await deps.events.add(draining ? 'draining' : 'serving', about)
  deps.onChange()
}

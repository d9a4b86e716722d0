import { drainNode as drainCall, forgetNode, getCluster } from '@kirim/contract/cluster'
import { DomainError } from '../../platform/errors.ts'
import type { Route } from '../../platform/http/routes.ts'
import type { ClusterDeps } from './cluster.ports.ts'
import { drainNode } from './drain-node.ts'
import { presentCluster } from './present-cluster.ts'

export function clusterRoutes(route: Route, deps: ClusterDeps): void {
  route(getCluster, () => presentCluster(deps))

  route(drainCall, async ({ caller, params, body }) => {
    await drainNode(deps, caller.userId, params.id, body.draining)
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

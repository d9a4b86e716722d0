import { preflightCampaign } from '@kirim/contract/campaign-preflight'
import type { FairQueue } from '../../../platform/fair-queue.ts'
import type { Route } from '../../../platform/http/routes.ts'
import { whileAsked } from '../../../platform/http/while-asked.ts'
import { type PreflightDeps, runPreflight } from './run-preflight.ts'

export interface PreflightRoutesDeps extends PreflightDeps {
  /** One of a member at a time. */
  readonly walks: FairQueue
}

export function preflightRoutes(route: Route, deps: PreflightRoutesDeps): void {
  route(preflightCampaign, async ({ caller: { userId }, params, body, reply }) => {
    const signal = whileAsked(reply.raw)
    const found = await deps.walks.run(userId, () =>
      runPreflight(deps, userId, params.deviceId, body, signal),
    )
    return { ...found, check: null }
  })
}

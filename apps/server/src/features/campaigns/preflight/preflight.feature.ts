import type { Clock } from '../../../platform/clock.ts'
import { createFairQueue } from '../../../platform/fair-queue.ts'
import type { Route } from '../../../platform/http/routes.ts'
import type { Log } from '../../../platform/log.ts'
import type { NodeCalls } from '../../../platform/nodes/node-calls.ts'
import type { Whereabouts } from '../../../platform/nodes/serve-calls.ts'
import type { Realtime } from '../../../platform/realtime/realtime.ts'
import type { LearnResolved } from '../campaigns.ports.ts'
import { createNumberChecksRepository } from '../recipients/number-checks.repository.ts'
import { createNumberChecking } from './check-numbers.ts'
import type { NumberLookUp } from './preflight.ports.ts'
import {
  createPreflightCalls,
  type PreflightRoutesDeps,
  preflightRoutes,
} from './preflight.routes.ts'
import type { PreflightDeps } from './run-preflight.ts'
import { type SendTestDeps, settleTests } from './send-test.ts'

export interface PreflightFeatureDeps extends PreflightDeps, Omit<SendTestDeps, 'handOverTest'> {
  readonly calls: NodeCalls
  /** Which node has each device. */
  readonly where: Whereabouts
  readonly limits: PreflightRoutesDeps['limits']
  readonly lookUp: NumberLookUp
  readonly learnResolved: LearnResolved
  readonly realtime: Realtime
  readonly clock: Clock
  readonly log: Log
  readonly random: () => number
}

/** Checks and tests before a campaign is saved. */
export function createPreflight(deps: PreflightFeatureDeps) {
  const { log, devices } = deps
  const checks = createNumberChecksRepository(deps.db)
  const checking = createNumberChecking({
    ...deps,
    checks,
    nameOf: devices.nameOf,
    tell: (userId, deviceId, check) =>
      deps.realtime.toUser(userId, 'number_check_changed', { deviceId, check }),
    onFault: (deviceId, err) => log.warn({ err, deviceId }, 'checking numbers rests after a fault'),
  })
  const walks = createFairQueue()
  const anywhere = createPreflightCalls({ ...deps, checking })

  return {
    part: checking.part,
    checks,
    routes: (route: Route) =>
      preflightRoutes(route, { ...deps, ...anywhere, walks, checks, checking: anywhere }),
    deviceConnected(deviceId: string): void {
      checking.connected(deviceId)
      settleTests(deps, deviceId).catch((err: unknown) =>
        log.warn({ err, deviceId }, 'a test stays open'),
      )
    },
    deviceDisconnected: checking.disconnected,
    deviceRemoved: checking.end,
    /** Tests as an origin of messages: they are for their owner, and nothing follows them. */
    testOrigin: {
      sendsTextWithoutMedia: false,
      outlastsOutages: false,
      waitsForNewChats: false,
      personOf: async () => null,
      onMoves: async () => {},
    },
  }
}

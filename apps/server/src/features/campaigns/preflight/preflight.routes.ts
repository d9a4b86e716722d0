import {
  preflightCampaign,
  sendTest,
  startNumberCheck,
  stopNumberCheck,
} from '@kirim/contract/campaign-preflight'
import { DomainError } from '../../../platform/errors.ts'
import type { FairQueue } from '../../../platform/fair-queue.ts'
import type { Route } from '../../../platform/http/routes.ts'
import { whileAsked } from '../../../platform/http/while-asked.ts'
import type { Limits } from '../../../platform/limits/limits.ts'
import type { NumberChecksRepository } from './number-checks.repository.ts'
import type { PreflightCalls } from './preflight-calls.ts'
import { type PreflightDeps, runPreflight } from './run-preflight.ts'
import { type SendTestDeps, sendTest as send } from './send-test.ts'
import { wantNumbers } from './want-numbers.ts'

/** Tests of a member in a minute. */
const TESTS_MAX = 5
const MINUTE_MS = 60_000

export interface PreflightRoutesDeps extends PreflightDeps, SendTestDeps {
  readonly limits: Limits
  /** One of a member at a time. */
  readonly walks: FairQueue
  readonly checks: NumberChecksRepository
  readonly checking: Pick<PreflightCalls, 'standing' | 'begin' | 'end'>
}

export function preflightRoutes(route: Route, deps: PreflightRoutesDeps): void {
  const { walks, checking } = deps
  const tests = deps.limits.requests('tests of a campaign', TESTS_MAX, MINUTE_MS)

  route(preflightCampaign, async ({ caller: { userId }, params: { deviceId }, body, reply }) => {
    const signal = whileAsked(reply.raw)
    const found = await walks.run(userId, () => runPreflight(deps, userId, deviceId, body, signal))
    return { ...found, check: await checking.standing(deviceId) }
  })

  route(startNumberCheck, async ({ caller: { userId }, params: { deviceId }, body, reply }) => {
    const signal = whileAsked(reply.raw)
    await walks.run(userId, () => wantNumbers(deps, userId, deviceId, body, signal))
    return { check: await checking.begin(userId, deviceId) }
  })

  route(stopNumberCheck, async ({ caller: { userId }, params: { deviceId } }) => {
    if (!(await deps.devices.isListed(userId, deviceId))) throw new DomainError('device_not_found')
    await checking.end(userId, deviceId)
    return { check: null }
  })

  route(sendTest, async ({ caller: { userId }, params, body, file }) => {
    await tests.admit(userId)
    return send(deps, userId, params.deviceId, body, file)
  })
}

import {
  preflightCampaign,
  sendTest,
  startNumberCheck,
  stopNumberCheck,
} from '@kirim/contract/campaign-preflight'
import { NumberCheck } from '@kirim/contract/number-check'
import { z } from 'zod'
import { DomainError } from '../../../platform/errors.ts'
import type { FairQueue } from '../../../platform/fair-queue.ts'
import type { Route } from '../../../platform/http/routes.ts'
import { whileAsked } from '../../../platform/http/while-asked.ts'
import type { Limits } from '../../../platform/limits/limits.ts'
import type { Log } from '../../../platform/log.ts'
import type { NodeCalls } from '../../../platform/nodes/node-calls.ts'
import { serveCalls, type Whereabouts } from '../../../platform/nodes/serve-calls.ts'
import type { NumberChecksRepository } from '../recipients/number-checks.repository.ts'
import type { NumberChecking } from './check-numbers.ts'
import type { TestOutgoing } from './preflight.ports.ts'
import { type PreflightDeps, runPreflight, wantNumbers } from './run-preflight.ts'
import { handOverTest, type SendTestDeps, sendTest as send } from './send-test.ts'

/** Tests per member and minute. */
const TESTS_MAX = 5

const MINUTE_MS = 60_000

export interface PreflightRoutesDeps extends PreflightDeps, SendTestDeps {
  readonly limits: Limits
  /** One at a time per member. */
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

const id = z.string().max(64)

const OfDevice = z.object({ userId: id, deviceId: id })

const Check = z.nullable(NumberCheck)

/** Calls that only the node with the device can do. */
const PREFLIGHT_CALLS = {
  check_standing: { input: OfDevice.pick({ deviceId: true }), output: Check },
  check_begin: { input: OfDevice, output: Check },
  check_end: { input: OfDevice, output: z.void() },
  /** The messages are stored already. */
  hand_over_test: {
    input: z.object({ deviceId: id, originId: id }),
    output: z.enum(['taken', 'failed', 'unanswered', 'limited', 'withheld']),
  },
}

interface PreflightCallsDeps {
  readonly checking: Pick<NumberChecking, 'standing' | 'begin' | 'end'>
  readonly tests: TestOutgoing
  readonly calls: NodeCalls
  /** Which node has each device. */
  readonly where: Whereabouts
  readonly log: Log
}

/** Runs number checks and tests on the node that has the device. */
export function createPreflightCalls(deps: PreflightCallsDeps) {
  const { checking, tests } = deps
  const at = serveCalls(deps, 'preflight', PREFLIGHT_CALLS, {
    check_standing: ({ deviceId }) => checking.standing(deviceId),
    check_begin: ({ userId, deviceId }) => checking.begin(userId, deviceId),
    check_end: ({ userId, deviceId }) => checking.end(userId, deviceId),
    hand_over_test: ({ deviceId, originId }) => handOverTest(tests, deviceId, originId),
  })
  return {
    /** Falls back to what this node knows if the other does not answer. */
    standing: (deviceId: string) =>
      at(deviceId, 'check_standing', { deviceId }).catch(() => checking.standing(deviceId)),
    begin: (userId: string, deviceId: string) => at(deviceId, 'check_begin', { userId, deviceId }),
    end: (userId: string, deviceId: string) => at(deviceId, 'check_end', { userId, deviceId }),
    handOverTest: (deviceId: string, originId: string) =>
      at(deviceId, 'hand_over_test', { deviceId, originId }),
  }
}

export type PreflightCalls = ReturnType<typeof createPreflightCalls>

import {
  preflightCampaign,
  sendTest,
  startNumberCheck,
  stopNumberCheck,
} from '@kirim/contract/campaign-preflight'
import { NumberCheck } from '@kirim/contract/number-check'
import { z } from 'zod'
import type { SecretBox } from '../../../platform/crypto/secret-box.ts'
import { DomainError } from '../../../platform/errors.ts'
import { createFairQueue } from '../../../platform/fair-queue.ts'
import { abortOnHangUp } from '../../../platform/http/abort-on-hang-up.ts'
import type { Route } from '../../../platform/http/routes.ts'
import type { Limits } from '../../../platform/limits/limits.ts'
import type { Log } from '../../../platform/log.ts'
import type { NodeCalls } from '../../../platform/nodes/node-calls.ts'
import { serveCalls, type Whereabouts } from '../../../platform/nodes/serve-calls.ts'
import type { Realtime } from '../../../platform/realtime/realtime.ts'
import type { LearnResolved } from '../campaigns.ports.ts'
import { createNumberChecksRepository } from '../recipients/number-checks.repository.ts'
import { createNumberChecking } from './check-numbers.ts'
import type { NumberLookUp } from './preflight.ports.ts'
import { type PreflightDeps, runPreflight, wantNumbers } from './run-preflight.ts'
import { openPerson, sealPeople } from './sealed-people.ts'
import { handOverTest, type SendTestDeps, sendTest as send, settleTests } from './send-test.ts'

/** Tests per member and minute. */
const TESTS_MAX = 5
const MINUTE_MS = 60_000

export interface PreflightFeatureDeps extends PreflightDeps, Omit<SendTestDeps, 'handOverTest'> {
  readonly calls: NodeCalls
  /** Which node has each device. */
  readonly where: Whereabouts
  readonly limits: Limits
  readonly lookUp: NumberLookUp
  readonly learnResolved: LearnResolved
  readonly realtime: Realtime
  readonly log: Log
  readonly random: () => number
  readonly box: SecretBox
}

const id = z.string().max(64)
/** Nodes of earlier versions call the workspace the user. */
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

/** Checks and tests before a campaign is saved. */
export function createPreflight(deps: PreflightFeatureDeps) {
  const { log, devices } = deps
  const checks = createNumberChecksRepository(deps.db)
  const checking = createNumberChecking({
    ...deps,
    checks,
    nameOf: devices.nameOf,
    tell: (workspaceId, deviceId, check) =>
      deps.realtime.toNumbers(workspaceId, [deviceId], 'number_check_changed', { deviceId, check }),
    onFault: (deviceId, err) => log.warn({ err, deviceId }, 'checking numbers rests after a fault'),
  })
  const at = serveCalls(deps, 'preflight', PREFLIGHT_CALLS, {
    check_standing: ({ deviceId }) => checking.standing(deviceId),
    check_begin: ({ userId: workspaceId, deviceId }) => checking.begin(workspaceId, deviceId),
    check_end: ({ userId: workspaceId, deviceId }) => checking.end(workspaceId, deviceId),
    hand_over_test: ({ deviceId, originId }) => handOverTest(deps.tests, deviceId, originId),
  })

  function routes(route: Route): void {
    /** One at a time per member. */
    const walks = createFairQueue()
    const tests = deps.limits.requests('tests of a campaign', TESTS_MAX, MINUTE_MS)

    route(preflightCampaign, async ({ caller, params: { deviceId }, body, reply }) => {
      const { workspaceId } = caller
      const signal = abortOnHangUp(reply.raw)
      const run = () => runPreflight(deps, caller, deviceId, body, signal)
      const preflight = await walks.run(workspaceId, run)
      // Falls back to what this node knows if the other does not answer.
      const check = await at(deviceId, 'check_standing', { deviceId }).catch(() =>
        checking.standing(deviceId),
      )
      const previews = sealPeople(deps.box, caller, preflight.previews)
      return { ...preflight, previews, check }
    })

    route(
      startNumberCheck,
      async ({ caller: { workspaceId }, params: { deviceId }, body, reply }) => {
        const signal = abortOnHangUp(reply.raw)
        const request = () => wantNumbers({ ...deps, checks }, workspaceId, deviceId, body, signal)
        await walks.run(workspaceId, request)
        return { check: await at(deviceId, 'check_begin', { userId: workspaceId, deviceId }) }
      },
    )

    route(stopNumberCheck, async ({ caller: { workspaceId }, params: { deviceId } }) => {
      if (!(await devices.isListed(workspaceId, deviceId)))
        throw new DomainError('device_not_found')
      await at(deviceId, 'check_end', { userId: workspaceId, deviceId })
      return { check: null }
    })

    route(sendTest, async ({ caller, params, body, file }) => {
      const { workspaceId } = caller
      await tests.admit(workspaceId)
      const handOver = (deviceId: string, originId: string) =>
        at(deviceId, 'hand_over_test', { deviceId, originId })
      const form = { ...body, phoneNumber: openPerson(deps.box, caller, body.phoneNumber) }
      return send({ ...deps, handOverTest: handOver }, workspaceId, params.deviceId, form, file)
    })
  }

  return {
    part: checking.part,
    checks,
    routes,
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

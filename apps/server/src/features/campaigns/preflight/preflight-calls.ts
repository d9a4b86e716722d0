import { NumberCheck } from '@kirim/contract/number-check'
import { z } from 'zod'
import type { Log } from '../../../platform/log.ts'
import type { NodeCalls } from '../../../platform/nodes/node-calls.ts'
import { serveCalls, type Whereabouts } from '../../../platform/nodes/serve-calls.ts'
import type { NumberChecking } from './check-numbers.ts'
import { handOverTest } from './send-test.ts'
import type { TestOutgoing } from './test.ports.ts'

const id = z.string().max(64)
const OfDevice = z.object({ userId: id, deviceId: id })
const Check = z.nullable(NumberCheck)

/** What only the node does that has a device. */
const PREFLIGHT_CALLS = {
  check_standing: { input: OfDevice.pick({ deviceId: true }), output: Check },
  check_begin: { input: OfDevice, output: Check },
  check_end: { input: OfDevice, output: z.void() },
  /** Its messages are in the database. */
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

/** Checks of numbers, and tests, over the node that has their device. */
export function createPreflightCalls(deps: PreflightCallsDeps) {
  const { checking, tests } = deps
  const at = serveCalls(deps, 'preflight', PREFLIGHT_CALLS, {
    check_standing: ({ deviceId }) => checking.standing(deviceId),
    check_begin: ({ userId, deviceId }) => checking.begin(userId, deviceId),
    check_end: ({ userId, deviceId }) => checking.end(userId, deviceId),
    hand_over_test: ({ deviceId, originId }) => handOverTest(tests, deviceId, originId),
  })
  return {
    /** Where the other does not answer, as far as this one knows. */
    standing: (deviceId: string) =>
      at(deviceId, 'check_standing', { deviceId }).catch(() => checking.standing(deviceId)),
    begin: (userId: string, deviceId: string) => at(deviceId, 'check_begin', { userId, deviceId }),
    end: (userId: string, deviceId: string) => at(deviceId, 'check_end', { userId, deviceId }),
    handOverTest: (deviceId: string, originId: string) =>
      at(deviceId, 'hand_over_test', { deviceId, originId }),
  }
}

export type PreflightCalls = ReturnType<typeof createPreflightCalls>

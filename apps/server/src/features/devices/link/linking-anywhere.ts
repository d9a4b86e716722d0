import { PasskeyAnswer } from '@kirim/contract/passkey'
import { z } from 'zod'
import type { Clock } from '../../../platform/clock.ts'
import type { Log } from '../../../platform/log.ts'
import type { NodeBus } from '../../../platform/nodes/node-bus.ts'
import type { NodeCalls } from '../../../platform/nodes/node-calls.ts'
import { createMirror } from '../../../platform/nodes/node-mirror.ts'
import { serveCalls } from '../../../platform/nodes/serve-calls.ts'
import type { Linking } from './link-device.ts'

const id = z.string().max(64)
const Nothing = z.void()
const OfUser = z.object({ userId: id })
const OfDevice = z.object({ userId: id, deviceId: id })

/** The calls to the node where somebody links a number. */
const LINK_CALLS = {
  request: { input: OfUser, output: Nothing },
  request_again: { input: OfDevice, output: Nothing },
  request_pairing: { input: OfUser.extend({ phoneNumber: z.string().max(32) }), output: Nothing },
  answer_passkey: { input: OfUser.extend({ answer: PasskeyAnswer }), output: Nothing },
  confirm_passkey: { input: OfUser, output: Nothing },
  withdraw: { input: OfUser, output: z.enum(['nothing', 'withdrawn', 'too_late']) },
  /** Withdraws it, or waits until it is stored. */
  end: { input: OfUser, output: Nothing },
  /** Sends the pending codes to the browsers again. */
  show: { input: OfUser, output: Nothing },
}

interface LinkingAnywhereDeps {
  readonly linking: Linking
  readonly bus: NodeBus
  readonly calls: NodeCalls
  readonly clock: Clock
  readonly log: Log
  /** Withdraws the pending attempt on this node, also one that is still queued. */
  withdraw(userId: string): Promise<ReturnType<Linking['cancel']>>
}

/** Forwards each call to the node that has the user's attempt; a new attempt begins on this one. */
export function createLinkingAnywhere(deps: LinkingAnywhereDeps) {
  const { linking } = deps
  const mirror = createMirror<{ isWaiting: boolean }>({
    ...deps,
    topic: 'links_here',
    value: z.object({ isWaiting: z.boolean() }),
    keys: linking.users,
    rankOf: linking.begunAt,
    valueOf: (userId) => ({ isWaiting: linking.isWaiting(userId) }),
    onRemoteChange: () => {},
  })
  const where = {
    isHere: (userId: string) => mirror.nodeOf(userId) === null,
    nodeOf: async (userId: string) => mirror.nodeOf(userId),
  }

  async function end(userId: string): Promise<void> {
    if (linking.cancel(userId) === 'too_late') await linking.finished(userId)
  }

  const at = serveCalls({ ...deps, where }, 'links', LINK_CALLS, {
    request: ({ userId }) => linking.request(userId),
    request_again: ({ userId, deviceId }) => linking.requestAgain(userId, deviceId),
    request_pairing: ({ userId, phoneNumber }) => linking.requestPairing(userId, phoneNumber),
    answer_passkey: ({ userId, answer }) => linking.answerPasskey(userId, answer),
    confirm_passkey: ({ userId }) => linking.confirmPasskey(userId),
    withdraw: ({ userId }) => deps.withdraw(userId),
    end: ({ userId }) => end(userId),
    show: async ({ userId }) => linking.show(userId),
  })

  return {
    part: mirror.part,
    changed: mirror.changed,
    forgetNodes: mirror.forget,
    /** Whether a code or a passkey request is pending, on any node. */
    isLinking: (userId: string): boolean =>
      linking.isWaiting(userId) || mirror.of(userId)?.isWaiting === true,
    request: (userId: string) => at(userId, 'request', { userId }),
    requestAgain: (userId: string, deviceId: string) =>
      at(userId, 'request_again', { userId, deviceId }),
    requestPairing: (userId: string, phoneNumber: string) =>
      at(userId, 'request_pairing', { userId, phoneNumber }),
    answerPasskey: (userId: string, answer: PasskeyAnswer) =>
      at(userId, 'answer_passkey', { userId, answer }),
    confirmPasskey: (userId: string) => at(userId, 'confirm_passkey', { userId }),
    withdraw: (userId: string) => at(userId, 'withdraw', { userId }),
    end: (userId: string) => at(userId, 'end', { userId }),
    /** Asks another node to send its pending codes again. */
    async showElsewhere(userId: string): Promise<void> {
      if (!where.isHere(userId)) await at(userId, 'show', { userId })
    },
  }
}

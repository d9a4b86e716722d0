import { PasskeyAnswer } from '@kirim/contract/passkey'
import { z } from 'zod'
import type { Membership } from '../../../platform/caller.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Log } from '../../../platform/log.ts'
import type { NodeBus } from '../../../platform/nodes/node-bus.ts'
import type { NodeCalls } from '../../../platform/nodes/node-calls.ts'
import { createMirror } from '../../../platform/nodes/node-mirror.ts'
import { serveCalls } from '../../../platform/nodes/serve-calls.ts'
import { seesLink } from '../devices.events.ts'
import type { Linking } from './link-device.ts'

const id = z.string().max(64)
const Nothing = z.void()
/** Nodes of earlier versions call the workspace the user. */
const OfWorkspace = z.object({ userId: id })
const OfDevice = z.object({ userId: id, deviceId: id })

/** The calls to the node where somebody links a number. */
const LINK_CALLS = {
  request: { input: OfWorkspace, output: Nothing },
  request_again: { input: OfDevice, output: Nothing },
  request_pairing: {
    input: OfWorkspace.extend({ phoneNumber: z.string().max(32) }),
    output: Nothing,
  },
  answer_passkey: { input: OfWorkspace.extend({ answer: PasskeyAnswer }), output: Nothing },
  confirm_passkey: { input: OfWorkspace, output: Nothing },
  withdraw: { input: OfWorkspace, output: z.enum(['nothing', 'withdrawn', 'too_late']) },
  /** Withdraws it, or waits until it is stored. */
  end: { input: OfWorkspace, output: Nothing },
  /** Sends the pending codes to the browsers again. */
  show: { input: OfWorkspace, output: Nothing },
}

/** An attempt to link, as other nodes know it. */
const Link = z.object({
  isWaiting: z.boolean(),
  /** The device that is linked again; null for a new one. Nodes of earlier versions do not say. */
  deviceId: z.nullable(id).default(null),
})
type Link = Readonly<z.infer<typeof Link>>

interface LinkingAnywhereDeps {
  readonly linking: Linking
  readonly bus: NodeBus
  readonly calls: NodeCalls
  readonly clock: Clock
  readonly log: Log
  /** Withdraws the pending attempt on this node, also one that is still queued. */
  withdraw(workspaceId: string): Promise<ReturnType<Linking['cancel']>>
}

/** Forwards each call to the node that has the user's attempt; a new attempt begins on this one. */
export function createLinkingAnywhere(deps: LinkingAnywhereDeps) {
  const { linking } = deps
  const mirror = createMirror<Link>({
    ...deps,
    topic: 'links_here',
    value: Link,
    keys: linking.workspaces,
    rankOf: linking.begunAt,
    valueOf: linkOf,
    onRemoteChange: () => {},
  })
  const where = {
    isHere: (workspaceId: string) => mirror.nodeOf(workspaceId) === null,
    nodeOf: async (workspaceId: string) => mirror.nodeOf(workspaceId),
  }

  function linkOf(workspaceId: string): Link {
    return {
      isWaiting: linking.isWaiting(workspaceId),
      deviceId: linking.deviceIdOf(workspaceId),
    }
  }

  async function end(workspaceId: string): Promise<void> {
    if (linking.cancel(workspaceId) === 'too_late') await linking.finished(workspaceId)
  }

  const at = serveCalls({ ...deps, where }, 'links', LINK_CALLS, {
    request: ({ userId: workspaceId }) => linking.request(workspaceId),
    request_again: ({ userId: workspaceId, deviceId }) =>
      linking.requestAgain(workspaceId, deviceId),
    request_pairing: ({ userId: workspaceId, phoneNumber }) =>
      linking.requestPairing(workspaceId, phoneNumber),
    answer_passkey: ({ userId: workspaceId, answer }) => linking.answerPasskey(workspaceId, answer),
    confirm_passkey: ({ userId: workspaceId }) => linking.confirmPasskey(workspaceId),
    withdraw: ({ userId: workspaceId }) => deps.withdraw(workspaceId),
    end: ({ userId: workspaceId }) => end(workspaceId),
    show: async ({ userId: workspaceId }) => linking.show(workspaceId),
  })

  return {
    part: mirror.part,
    changed: mirror.changed,
    forgetNodes: mirror.forget,
    /** The attempt whose code or passkey request is pending, on any node. */
    waiting(workspaceId: string): Link | null {
      const link = linking.isWaiting(workspaceId) ? linkOf(workspaceId) : mirror.of(workspaceId)
      return link?.isWaiting ? link : null
    },
    /** Whether an attempt on any node is about a number that is not seen. */
    isHidden(sight: Pick<Membership, 'workspaceId' | 'deviceIds'>): boolean {
      const { workspaceId } = sight
      const link = linking.isUnderWay(workspaceId) ? linkOf(workspaceId) : mirror.of(workspaceId)
      return link !== null && !seesLink(sight, link)
    },
    request: (workspaceId: string) => at(workspaceId, 'request', { userId: workspaceId }),
    requestAgain: (workspaceId: string, deviceId: string) =>
      at(workspaceId, 'request_again', { userId: workspaceId, deviceId }),
    requestPairing: (workspaceId: string, phoneNumber: string) =>
      at(workspaceId, 'request_pairing', { userId: workspaceId, phoneNumber }),
    answerPasskey: (workspaceId: string, answer: PasskeyAnswer) =>
      at(workspaceId, 'answer_passkey', { userId: workspaceId, answer }),
    confirmPasskey: (workspaceId: string) =>
      at(workspaceId, 'confirm_passkey', { userId: workspaceId }),
    withdraw: (workspaceId: string) => at(workspaceId, 'withdraw', { userId: workspaceId }),
    end: (workspaceId: string) => at(workspaceId, 'end', { userId: workspaceId }),
    /** Asks another node to send its pending codes again. */
    async showElsewhere(workspaceId: string): Promise<void> {
      if (!where.isHere(workspaceId)) await at(workspaceId, 'show', { userId: workspaceId })
    },
  }
}

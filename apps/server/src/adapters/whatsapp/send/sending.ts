import type { AuthenticationCreds, UserFacingSocketConfig } from 'baileys'
import type { ThroughProxy } from '../../../features/devices/proxy/proxy.ports.ts'
import type { KeyCache } from '../keys/key-cache.ts'
import { createMediaHosts } from '../media/media-hosts.ts'
import { createMediaUpload } from '../media/media-upload.ts'
import { createChatTimers } from './chat-timers.ts'
import type { createGroupMetadata } from './group-metadata.ts'
import { createReadyContent } from './message-content.ts'
import { createPersonAddress } from './person-address.ts'
import { createSendMessage, type SendDeps } from './send-message.ts'

interface SendingDeps extends Omit<SendDeps, 'personAddress' | 'contentFor'> {
  readonly creds: AuthenticationCreds
  readonly pieces: ReturnType<KeyCache['open']>
  readonly through: ThroughProxy | null
  readonly groups: Pick<ReturnType<typeof createGroupMetadata>, 'cached'>
  readonly mediaCache: NonNullable<UserFacingSocketConfig['mediaCache']>
}

/** Assembles sending: the content and files of a message, and its address. */
export function createSending(deps: SendingDeps) {
  const { socket, clock, over, pieces, creds, groups, mediaCache } = deps
  const { lidMapping } = socket.signalRepository
  const personAddress = createPersonAddress(lidMapping, pieces)
  const contentFor = createReadyContent({
    creds,
    groups,
    mediaCache,
    timers: createChatTimers(socket.ev, lidMapping, pieces, deps.onFault),
    upload: createMediaUpload({
      hosts: createMediaHosts(socket.query, clock),
      agent: deps.through?.secure,
      clock,
      over,
    }),
  })
  return {
    contentFor,
    receiverOf: personAddress.receiverOf,
    send: createSendMessage({ ...deps, personAddress, contentFor }),
  }
}

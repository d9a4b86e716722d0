import {
  type AuthenticationCreds,
  generateWAMessage,
  isJidGroup,
  type proto,
  type UserFacingSocketConfig,
  type WAMediaUploadFunction,
} from 'baileys'
import type { OutgoingMessage } from '../../../features/delivery/delivery.ports.ts'
import type { createChatTimers } from './chat-timers.ts'
import type { createGroupMetadata } from './group-metadata.ts'
import { contentOf } from './message-content.ts'

export interface ContentDeps {
  readonly creds: AuthenticationCreds
  readonly groups: Pick<ReturnType<typeof createGroupMetadata>, 'cached'>
  readonly timers: Pick<ReturnType<typeof createChatTimers>, 'of'>
  readonly upload: WAMediaUploadFunction
  readonly mediaCache: NonNullable<UserFacingSocketConfig['mediaCache']>
}

/** What is encrypted for each device: files are uploaded, and it disappears as the chat's do. */
export function createReadyContent({ creds, groups, timers, upload, mediaCache }: ContentDeps) {
  return async function contentFor(message: OutgoingMessage): Promise<proto.IMessage | undefined> {
    const { jid, messageId } = message
    const ephemeralExpiration = isJidGroup(jid)
      ? (await groups.cached(jid))?.ephemeralDuration
      : await timers.of(jid)
    const ready = await generateWAMessage(jid, contentOf(message), {
      userJid: creds.me?.id ?? '',
      upload,
      mediaCache,
      messageId,
      ...(ephemeralExpiration && { ephemeralExpiration }),
    })
    return ready.message ?? undefined
  }
}

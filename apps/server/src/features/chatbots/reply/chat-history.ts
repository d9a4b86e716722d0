import { type MessageKind, messageAsText } from '@kirim/contract/message-kinds'
import type { StoredMessage } from '../../../platform/inbound-message.ts'
import type { ChatTimeline, TimelineLine } from '../chatbots.ports.ts'
import type { ChatLine } from './ai-reply.ports.ts'

export interface HistoryDeps {
  readonly timelineBefore: ChatTimeline
  /** The workspace's files among these ids. */
  readonly media: {
    find(
      workspaceId: string,
      ids: readonly string[],
    ): Promise<readonly { readonly _id: string; readonly fileType: string }[]>
  }
}

/** The last lines of a chat before a message, oldest first, as AI reads them. */
export function createChatHistory({ timelineBefore, media }: HistoryDeps) {
  return async (message: StoredMessage, limit: number): Promise<ChatLine[]> => {
    const lines = (await timelineBefore(message, limit)).filter(isRead)
    const mediaIds = lines.flatMap(({ mediaId }) => mediaId ?? [])
    const files = mediaIds.length === 0 ? [] : await media.find(message.workspaceId, mediaIds)
    const types = new Map(files.map(({ _id, fileType }) => [_id, fileType]))
    return lines.map(({ by, kind, text, mediaId }) => ({
      from: by === 'person' ? 'contact' : 'us',
      text: messageAsText(kind ?? (mediaId ? kindOfFile(types.get(mediaId)) : 'text'), text),
    }))
  }
}

/** Leaves out deleted and failed messages, and campaign messages that are not sent yet. */
function isRead({ by, kind, text, mediaId, deleted, state }: TimelineLine): boolean {
  if (deleted || state === 'failed' || (by === 'campaign' && state === 'pending')) return false
  return text !== '' || mediaId !== null || (kind !== null && kind !== 'text')
}

/** The kind of a deleted file is unknown. */
function kindOfFile(fileType: string | undefined): MessageKind {
  const kind = fileType?.split('/')[0]
  return kind === 'image' || kind === 'video' || kind === 'audio' ? kind : 'document'
}

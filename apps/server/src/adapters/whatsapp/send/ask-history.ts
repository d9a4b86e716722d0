import { randomUUID } from 'node:crypto'
import { proto, type WASocket } from 'baileys'
import type { OldestMessage } from '../../../features/messages/history/history.ports.ts'

const { FULL_HISTORY_SYNC_ON_DEMAND } = proto.Message.PeerDataOperationRequestType
/** For all that a phone has. */
const DAYS_MAX = 3650
/** Older messages that are asked for at once. */
const OLDER_AT_ONCE = 50

/** Asks the own phone for history, which comes as parts; returns the id of the request. */
export function createAskHistory(
  socket: Pick<WASocket, 'fetchMessageHistory' | 'sendPeerDataOperationMessage'>,
) {
  return {
    /** For messages of a chat before its oldest one. */
    askOlder({ chatJid, messageId, fromMe, sentAt }: OldestMessage): Promise<string> {
      const key = { remoteJid: chatJid, id: messageId, fromMe }
      return socket.fetchMessageHistory(OLDER_AT_ONCE, key, sentAt)
    },
    /** For what it would share after linking; null is all of it. */
    askHistory(days: number | null): Promise<string> {
      return socket.sendPeerDataOperationMessage({
        peerDataOperationRequestType: FULL_HISTORY_SYNC_ON_DEMAND,
        fullHistorySyncOnDemandRequest: {
          requestMetadata: { requestId: randomUUID() },
          historySyncConfig: { fullSyncDaysLimit: days ?? DAYS_MAX },
        },
      })
    },
  }
}

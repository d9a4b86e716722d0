import { pipeline, Readable } from 'node:stream'
import { promisify } from 'node:util'
import { createInflate, deflate, deflateSync } from 'node:zlib'
import {
  downloadContentFromMessage,
  jidNormalizedUser,
  proto,
  type UserFacingSocketConfig,
  type WAMessage,
  type WASocket,
} from 'baileys'
import { historyPieces } from './history-pieces.ts'

const { HistorySyncType } = proto.HistorySync
const { HISTORY_SYNC_NOTIFICATION } = proto.Message.ProtocolMessage.Type
const PIECE: proto.HistorySync.HistorySyncType = HistorySyncType.ON_DEMAND
/** Time for one part of the history, with its download. */
const PART_TIMEOUT_MS = 10 * 60_000

type Notification = proto.Message.IHistorySyncNotification
type ShouldSync = NonNullable<UserFacingSocketConfig['shouldSyncHistoryMessage']>

/**
 * Reads the history that a phone shares after linking. The driver decodes each part of it whole,
 * which takes hundreds of megabytes and holds everybody up for a large account; it gets an empty
 * one instead, and afterwards the chats in small pieces, without their messages: from these it
 * learns LIDs, trust tokens and how long messages stay. One part is read after the other.
 */
export function createHistoryReader(
  onFault: (error: unknown) => void,
  download: typeof downloadContentFromMessage = downloadContentFromMessage,
) {
  const closed = new AbortController()
  /** Parts are read in the order in which they came. */
  let reading = Promise.resolve()
  let driver: Pick<WASocket, 'upsertMessage' | 'user'> | null = null

  async function read(notification: Notification): Promise<void> {
    const signal = AbortSignal.any([closed.signal, AbortSignal.timeout(PART_TIMEOUT_MS)])
    // What goes wrong reaches whoever reads on.
    const inflated = pipeline(await encoded(notification, signal), createInflate(), () => {})
    for await (const piece of historyPieces(inflated)) {
      signal.throwIfAborted()
      const own = driver?.user?.id
      if (own) await driver?.upsertMessage(await messageOf(piece, own), 'append')
    }
  }

  async function encoded(part: Notification, signal: AbortSignal): Promise<Readable> {
    const { initialHistBootstrapInlinePayload: inline, mediaKey, directPath } = part
    if (inline) return Readable.from([inline])
    const file = { mediaKey: mediaKey ?? null, directPath: directPath ?? null }
    return download(file, 'md-msg-hist', { options: { signal } })
  }

  return {
    /** The driver's question whether it shall read a part. */
    shouldSyncHistoryMessage: ((notification: Notification) => {
      // It also asks for each type, without a part.
      if (!notification.initialHistBootstrapInlinePayload && !notification.directPath) return true
      if (notification.syncType === PIECE) return true
      const part = { ...notification }
      notification.initialHistBootstrapInlinePayload = emptyPart(notification)
      reading = reading.then(() => (closed.signal.aborted ? undefined : read(part))).catch(fault)
      return true
    }) satisfies ShouldSync,
    watch(socket: Pick<WASocket, 'upsertMessage' | 'user'>): void {
      driver = socket
    },
    end: () => closed.abort(),
  }

  function fault(error: unknown): void {
    if (!closed.signal.aborted) onFault(error)
  }
}

function emptyPart({ syncType, progress }: Notification): Uint8Array {
  const part = { syncType: syncType as number, progress: progress ?? null }
  return deflateSync(proto.HistorySync.encode(part).finish())
}

/** As if the own phone had sent it. */
async function messageOf(piece: Buffer, own: string): Promise<WAMessage> {
  const type = proto.HistorySync.encode({ syncType: PIECE }).finish()
  const payload = await promisify(deflate)(Buffer.concat([type, piece]))
  return {
    key: { fromMe: true, remoteJid: jidNormalizedUser(own), id: '' },
    message: {
      protocolMessage: {
        type: HISTORY_SYNC_NOTIFICATION,
        historySyncNotification: {
          syncType: PIECE as number,
          initialHistBootstrapInlinePayload: payload,
        },
      },
    },
  }
}

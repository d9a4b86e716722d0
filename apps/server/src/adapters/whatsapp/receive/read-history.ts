import { createHash } from 'node:crypto'
import { pipeline, Readable } from 'node:stream'
import { promisify } from 'node:util'
import { createInflate, deflate, deflateSync } from 'node:zlib'
import {
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
 * Reads the history that a phone shares after linking. The driver decodes each part as a whole,
 * which takes hundreds of megabytes and blocks the event loop for a large account. It gets an empty
 * part instead, and then the chats in small pieces without their messages, from which it learns
 * LIDs, trust tokens and message timers. Parts are read one after another.
 *
 * The driver asks about a part before it checks the sender, so only parts recorded as the own
 * account's are read.
 */
export function createHistoryReader(
  onFault: (error: unknown) => void,
  download: (part: Notification, signal: AbortSignal) => Promise<Readable>,
) {
  const stopping = new AbortController()
  /** Fingerprints of own parts that the driver has not asked about yet. */
  const ownParts = new Set<string>()
  const pieces = new WeakSet<Notification>()
  /** Parts are read in order of arrival. */
  let reading = Promise.resolve()
  let driver: Pick<WASocket, 'upsertMessage' | 'user'> | null = null

  async function read(notification: Notification): Promise<void> {
    const signal = AbortSignal.any([stopping.signal, AbortSignal.timeout(PART_TIMEOUT_MS)])
    // Errors reach the reader.
    const inflated = pipeline(await encoded(notification, signal), createInflate(), () => {})
    for await (const piece of historyPieces(inflated)) {
      signal.throwIfAborted()
      const account = driver?.user?.id
      if (account) await passToDriver(piece, account)
    }
  }

  async function encoded(part: Notification, signal: AbortSignal): Promise<Readable> {
    const { initialHistBootstrapInlinePayload: inline } = part
    return inline ? Readable.from([inline]) : download(part, signal)
  }

  async function passToDriver(piece: Buffer, account: string): Promise<void> {
    const notification = await notificationOf(piece)
    pieces.add(notification)
    await driver?.upsertMessage(fromOwnPhone(notification, account), 'append')
  }

  return {
    /** Records a part that came from the own account. */
    noteOwn(notification: Notification): void {
      ownParts.add(fingerprintOf(notification))
    },
    /** The driver's callback that decides whether to read a part. */
    shouldSyncHistoryMessage: ((notification: Notification) => {
      // It also asks for each type, without a part.
      if (!notification.initialHistBootstrapInlinePayload && !notification.directPath) return true
      if (pieces.has(notification)) return true
      if (!ownParts.delete(fingerprintOf(notification))) return false
      const part = { ...notification }
      notification.initialHistBootstrapInlinePayload = emptyPart(notification)
      reading = reading.then(() => (stopping.signal.aborted ? undefined : read(part))).catch(fault)
      return true
    }) satisfies ShouldSync,
    watch(socket: Pick<WASocket, 'upsertMessage' | 'user'>): void {
      driver = socket
    },
    end: () => stopping.abort(),
  }

  function fault(error: unknown): void {
    if (!stopping.signal.aborted) onFault(error)
  }
}

export type HistoryReader = ReturnType<typeof createHistoryReader>

/** The driver decodes messages again, so object identity cannot be used. */
function fingerprintOf(notification: Notification): string {
  // An inline payload may have megabytes, which are not copied.
  const { initialHistBootstrapInlinePayload: inline, ...rest } = notification
  const head = proto.Message.HistorySyncNotification.encode(rest).finish()
  const hash = createHash('sha256').update(`${head.length} `).update(head)
  return (inline ? hash.update(inline) : hash).digest('base64')
}

function emptyPart({ syncType, progress }: Notification): Uint8Array {
  const part = { syncType: syncType as number, progress: progress ?? null }
  return deflateSync(proto.HistorySync.encode(part).finish())
}

async function notificationOf(piece: Buffer): Promise<Notification> {
  const type = proto.HistorySync.encode({ syncType: PIECE }).finish()
  const payload = await promisify(deflate)(Buffer.concat([type, piece]))
  return { syncType: PIECE as number, initialHistBootstrapInlinePayload: payload }
}

function fromOwnPhone(historySyncNotification: Notification, account: string): WAMessage {
  return {
    key: { fromMe: true, remoteJid: jidNormalizedUser(account), id: '' },
    message: {
      protocolMessage: { type: HISTORY_SYNC_NOTIFICATION, historySyncNotification },
    },
  }
}

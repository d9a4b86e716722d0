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
import type {
  HistoryPart,
  PartRead,
  SharedHow,
} from '../../../features/messages/history/history.ports.ts'
import { historyPieces } from './history-pieces.ts'
import { type ReadSharedDeps, readShared, type Shared } from './read-shared.ts'

const { HistorySyncType } = proto.HistorySync
const { HISTORY_SYNC_NOTIFICATION } = proto.Message.ProtocolMessage.Type
const PIECE: proto.HistorySync.HistorySyncType = HistorySyncType.ON_DEMAND
const WITH_MESSAGES: ReadonlySet<unknown> = new Set([
  HistorySyncType.INITIAL_BOOTSTRAP,
  HistorySyncType.RECENT,
  HistorySyncType.FULL,
])
/** Time for one part of the history, with its download. */
const PART_TIMEOUT_MS = 10 * 60_000
/** The newest messages of a chat that are kept. */
const MESSAGES_OF_A_CHAT = 1000

type Notification = proto.Message.IHistorySyncNotification
type ShouldSync = NonNullable<UserFacingSocketConfig['shouldSyncHistoryMessage']>

/** What a session keeps of its phone's history. */
export interface SharedHistory {
  addPart(notification: Uint8Array): Promise<string>
  parts(): Promise<HistoryPart[]>
  keptSince(): Promise<number | null>
  keep(chats: readonly Shared[], how: SharedHow): Promise<void>
  partRead(partId: string, how: PartRead): Promise<void>
  partFailed(partId: string): Promise<void>
}

export interface HistoryReaderDeps extends Pick<ReadSharedDeps, 'numberOf'> {
  readonly history: SharedHistory
  readonly me: () => ReadSharedDeps['me']
  onFault(error: unknown): void
  download(part: Notification, signal: AbortSignal): Promise<Readable>
}

/**
 * Reads the history that a phone shares, after linking and when it is asked. The driver decodes
 * each part as a whole, which takes hundreds of megabytes and blocks the event loop for a large
 * account. It gets an empty part instead, and then the chats in small pieces almost without their
 * messages, from which it learns LIDs, trust tokens and message timers; what is kept of the
 * messages is stored beside it. Parts are read one after another, and are stored until they are
 * read whole: the next session goes on.
 *
 * The driver asks about a part before it checks the sender, so only parts recorded as the own
 * account's are read.
 */
export function createHistoryReader({
  history,
  me,
  numberOf,
  onFault,
  download,
}: HistoryReaderDeps) {
  const stopping = new AbortController()
  /** Own parts that the driver has not asked about yet: their ids by their fingerprints. */
  const ownParts = new Map<string, string>()
  const pieces = new WeakSet<Notification>()
  const queued = new Set<string>()
  /** Parts are read in order of arrival. */
  let reading = Promise.resolve()
  let driver: Pick<WASocket, 'upsertMessage' | 'user'> | null = null

  async function read(notification: Notification, how: SharedHow): Promise<void> {
    const signal = AbortSignal.any([stopping.signal, AbortSignal.timeout(PART_TIMEOUT_MS)])
    const since = how.isOnDemand ? 0 : await history.keptSince()
    const kept = since === null ? null : { since, most: MESSAGES_OF_A_CHAT }
    // Errors reach the reader.
    const inflated = pipeline(await encoded(notification, signal), createInflate(), () => {})
    for await (const { encoded, chats } of historyPieces(inflated, kept)) {
      signal.throwIfAborted()
      const account = driver?.user?.id
      if (!account) continue
      await passToDriver(encoded, account)
      const shared = await readShared(chats, { me: me(), numberOf })
      signal.throwIfAborted()
      if (shared.length > 0) await history.keep(shared, how)
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

  function queue(id: string, part: Notification): void {
    if (queued.has(id)) return
    queued.add(id)
    reading = reading.then(() => (stopping.signal.aborted ? undefined : readPart(id, part)))
  }

  async function readPart(id: string, part: Notification): Promise<void> {
    const how: SharedHow = {
      isOnDemand: part.syncType === HistorySyncType.ON_DEMAND,
      requestId: part.peerDataRequestSessionId ?? '',
    }
    try {
      await read(part, how)
      await history.partRead(id, { ...how, progress: progressOf(part) })
    } catch (error) {
      if (stopping.signal.aborted) return
      onFault(error)
      await history.partFailed(id).catch(onFault)
    }
  }

  return {
    /** Stores a part that came from the own account. */
    async keepOwn(notification: Notification): Promise<void> {
      const bytes = proto.Message.HistorySyncNotification.encode(notification).finish()
      ownParts.set(fingerprintOf(notification), await history.addPart(bytes))
    },
    /** The driver's callback that decides whether to read a part. */
    shouldSyncHistoryMessage: ((notification: Notification) => {
      // It also asks for each type, without a part.
      if (!notification.initialHistBootstrapInlinePayload && !notification.directPath) return true
      if (pieces.has(notification)) return true
      const fingerprint = fingerprintOf(notification)
      const id = ownParts.get(fingerprint)
      if (id === undefined) return false
      ownParts.delete(fingerprint)
      const part = { ...notification }
      notification.initialHistBootstrapInlinePayload = emptyPart(notification)
      queue(id, part)
      return true
    }) satisfies ShouldSync,
    watch(socket: Pick<WASocket, 'upsertMessage' | 'user'>): void {
      driver = socket
    },
    /** Goes on with the parts that earlier sessions have not read whole. */
    async resume(): Promise<void> {
      const asked = new Set(ownParts.values())
      for (const { id, notification } of await history.parts()) {
        if (asked.has(id)) continue
        queue(id, proto.Message.HistorySyncNotification.decode(notification))
      }
    },
    end: () => stopping.abort(),
  }
}

/** Null for parts without messages, such as names. */
function progressOf({ syncType, progress }: Notification): number | null {
  return WITH_MESSAGES.has(syncType ?? null) ? (progress ?? 0) : null
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

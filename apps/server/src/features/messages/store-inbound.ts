import { pause, systemClock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/database.ts'
import { createInTurnTogether } from '../../platform/database/together.ts'
import type { InboundMessage, StoredMessage } from '../../platform/inbound-message.ts'
import { createChatKeys } from './chat-keys.ts'
import { applyChanges } from './inbound-changes.ts'
import { settle } from './inbox.repository.ts'
import { createInboxChanges, type InboxChangesDeps } from './inbox-changes.repository.ts'
import {
  type InboxRow,
  insertOnce,
  type NewMessage,
  placeInChats,
  toRow,
  toStoredMessage,
} from './inbox-rows.ts'
import type { InboundWrites } from './listeners.ts'
import { nextKey } from './namesakes.ts'
import { wasPruned } from './prune-inbox.ts'

/** Messages to one device that are stored in one statement. */
const MESSAGES_AT_ONCE = 32
/** This many letters cost as much as one message: SQLite took 60 ms for 32 of the longest. */
const LETTERS_OF_ONE = 12_000

/** A message that waits for another transaction delays the others of its device by at most this. */
const PATIENCE_MS = 100

/** A clock that is set back by more than this is followed immediately. */
const AHEAD_MAX_MS = 1000

interface ArrivedMessage {
  readonly message: InboundMessage
  readonly now: number
}

interface StoreOutcome {
  /**
   * `known`: stored before. `used`: a listener consumed it. `taken`: another message may have the
   * key.
   */
  readonly result: StoredMessage | 'known' | 'used' | 'taken'
  readonly writes: InboundWrites | null
}

interface PendingStore {
  readonly outcome: Promise<StoreOutcome>
}

/**
 * Stores each inbound message once, with the writes of its listeners, and later edits and
 * deletions.
 */
export function createInboundStore(db: Db, deps: InboxChangesDeps) {
  const { ownerOf, listeners, onChanged } = deps
  const keys = createChatKeys(db, { ...deps.answers, ...deps.sent, ...deps.noted })
  const changes = createInboxChanges(db, deps)
  const nextMoment = createMoments()
  /** Returns for each row whether it was new. */
  const insertTogether = createInTurnTogether<InboxRow, boolean>(
    MESSAGES_AT_ONCE,
    (_, rows) =>
      db.transaction().execute(async (tx) => {
        const stored = await insertOnce(tx, rows)
        await placeInChats(
          tx,
          stored.filter((row) => row !== null),
        )
        return stored.map((row) => row !== null)
      }),
    ({ text }) => 1 + text.length / LETTERS_OF_ONE,
  )

  /** Stores a message; in a transaction also the writes of its listeners. */
  async function storeRow(
    tx: Db,
    row: NewMessage,
    writes: InboundWrites | null,
  ): Promise<StoreOutcome['result']> {
    const { deviceId } = row.message
    const messageKey = { deviceId, messageId: row.key }
    if (await wasPruned(tx, messageKey)) return 'taken'
    const isNew = tx.isTransaction
      ? await insertWith(tx, row, writes)
      : await insertTogether(deviceId, toRow(row))
    if (!isNew) return 'taken'
    if (isNew === 'used') await settle(tx, messageKey, 'silent', 'opt_out')
    return isNew === 'used' || row.changed.deleted ? 'used' : toStoredMessage(toRow(row))
  }

  /** False when it is stored already. */
  async function insertWith(
    tx: Db,
    message: NewMessage,
    writes: InboundWrites | null,
  ): Promise<boolean | 'used'> {
    const [row] = await insertOnce(tx, [toRow(message)])
    if (!row) return false
    const isUsed = (await writes?.write(tx)) ?? false
    // Campaign rows are locked before chats everywhere, so that two transactions do not deadlock.
    await placeInChats(tx, [row], isUsed)
    return isUsed ? 'used' : true
  }

  const storeTogether = createInTurnTogether<ArrivedMessage, PendingStore>(
    MESSAGES_AT_ONCE,
    async (_, all) => {
      const pending = all.map((one) => ({ outcome: storeOne(one) }))
      const timer = new AbortController()
      const allStored = Promise.allSettled(pending.map(({ outcome }) => outcome))
      await Promise.race([allStored, pause(systemClock, PATIENCE_MS, timer.signal)])
      timer.abort()
      return pending
    },
  )

  /** The key is the network's id, or a variant when another message has that id. */
  async function storeOne(arrived: ArrivedMessage): Promise<StoreOutcome> {
    const { message } = arrived
    let outcome = await storeUnderKey(message.messageId, arrived)
    for (let attempts = 0; outcome.result === 'taken'; attempts += 1) {
      const key = await nextKey(db, message, attempts)
      if (key === null) return { result: 'known', writes: null }
      outcome = await storeUnderKey(key, arrived)
    }
    return outcome
  }

  async function storeUnderKey(
    key: string,
    { message, now }: ArrivedMessage,
  ): Promise<StoreOutcome> {
    const { deviceId } = message
    const workspaceId = await ownerOf(deviceId)
    if (workspaceId === null) return { result: 'known', writes: null }
    const changed = applyChanges(message, await changes.of(message))
    // Listeners do not see a message that was deleted before it arrived.
    const writes =
      changed.deleted || message.isQuiet
        ? null
        : await listeners.hear(workspaceId, { ...message, messageId: key, text: changed.text })
    let storedIn = ''
    const result = await keys.inChat(message, (chatDb, chatKey) => {
      storedIn = chatKey
      const row = { key, workspaceId, chatKey, message, changed, now }
      const write = (tx: Db) => storeRow(tx, row, writes)
      return writes && !chatDb.isTransaction ? chatDb.transaction().execute(write) : write(chatDb)
    })
    if (result !== 'taken') {
      const notice = { workspaceId, deviceId, chatKey: storedIn, entryIds: [key] }
      onChanged(message.fromMe ? { ...notice, isFromPhone: true } : notice)
    }
    return { result, writes }
  }

  return {
    /** Stores an edit, deletion or reaction; returns the chat when a message has to be answered. */
    change: changes.keep,

    /**
     * Stores a message once, with the writes of its listeners. Null when it needs no answer: it is
     * already stored, the owner wrote it, or a listener consumed it.
     */
    async keep(message: InboundMessage, now: number): Promise<StoredMessage | null> {
      const arrived = { message, now: nextMoment(now) }
      const { outcome } = await storeTogether(message.deviceId, arrived)
      const { result, writes } = await outcome
      if (result !== 'known') await writes?.written()
      return typeof result === 'object' && !message.fromMe && !message.isQuiet ? result : null
    },
  }
}

/** Strictly increasing timestamps, because messages of a chat are answered in their order. */
function createMoments() {
  let last = Number.NEGATIVE_INFINITY
  return (now: number): number => {
    last = now > last || last - now > AHEAD_MAX_MS ? now : last + 1
    return last
  }
}

import { pause, systemClock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/database.ts'
import { createInTurnTogether } from '../../platform/database/together.ts'
import type { InboundMessage, KeptMessage } from '../../platform/inbound-message.ts'
import { createChatKeys } from './chat-keys.ts'
import { afterChanges } from './inbound-changes.ts'
import { settle } from './inbox.repository.ts'
import { createInboxChanges, type InboxChangesDeps } from './inbox-changes.repository.ts'
import {
  type InboxRow,
  insertOnce,
  type NewMessage,
  placeInChats,
  toKept,
  toRow,
} from './inbox-rows.ts'
import type { Heard } from './listeners.ts'
import { nextKey } from './namesakes.ts'
import { wasPruned } from './prune-inbox.ts'

/** Messages to one device that are kept in one statement. */
const MESSAGES_AT_ONCE = 32
/** So many cost as much as the rest of a message: 32 of the longest took SQLite 60 ms. */
const LETTERS_OF_ONE = 12_000

/** One that waits for another transaction holds up others of its device for no longer. */
const PATIENCE_MS = 100

/** A clock that is set back by more is followed at once. */
const AHEAD_MAX_MS = 1000

interface Arrived {
  readonly message: InboundMessage
  readonly now: number
}

interface Kept {
  /** `taken`: another message may have the key. */
  readonly result: KeptMessage | 'known' | 'used' | 'taken'
  readonly heard: Heard | null
}

interface Keeping {
  readonly kept: Promise<Kept>
}

/** Keeps each message once, with what listeners write with it, and what is done to it later. */
export function createInboundKeeper(db: Db, deps: InboxChangesDeps) {
  const { ownerOf, listeners } = deps
  const keys = createChatKeys(db, { ...deps.answers, ...deps.sent })
  const changes = createInboxChanges(db, deps)
  const momentAfterOthers = createMoments()
  /** Of each whether it was stored now. */
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

  /** Stores a message, and in a transaction what is written with it. */
  async function keepRow(tx: Db, row: NewMessage, heard: Heard | null): Promise<Kept['result']> {
    const { deviceId } = row.message
    const stored = { deviceId, messageId: row.key }
    if (await wasPruned(tx, stored)) return 'taken'
    const isNew = tx.isTransaction
      ? await insertWith(tx, row, heard)
      : await insertTogether(deviceId, toRow(row))
    if (!isNew) return 'taken'
    if (isNew === 'used') await settle(tx, stored, 'silent', 'opt_out')
    return isNew === 'used' || row.changed.deleted ? 'used' : toKept(toRow(row))
  }

  /** False when it is stored already. */
  async function insertWith(
    tx: Db,
    message: NewMessage,
    heard: Heard | null,
  ): Promise<boolean | 'used'> {
    const [row] = await insertOnce(tx, [toRow(message)])
    if (!row) return false
    const isUsed = (await heard?.write(tx)) ?? false
    // After the locks of campaigns, which whoever writes to the same people takes first, too.
    await placeInChats(tx, [row])
    return isUsed ? 'used' : true
  }

  const keepTogether = createInTurnTogether<Arrived, Keeping>(MESSAGES_AT_ONCE, async (_, all) => {
    const keeping = all.map((one) => ({ kept: keepOne(one) }))
    const waited = new AbortController()
    const allKept = Promise.allSettled(keeping.map(({ kept }) => kept))
    await Promise.race([allKept, pause(systemClock, PATIENCE_MS, waited.signal)])
    waited.abort()
    return keeping
  })

  /** Under the network's id, which nearly always nobody else has. */
  async function keepOne(arrived: Arrived): Promise<Kept> {
    const { message } = arrived
    let kept = await keepUnder(message.messageId, arrived)
    for (let tried = 0; kept.result === 'taken'; tried += 1) {
      const key = await nextKey(db, message, tried)
      if (key === null) return { result: 'known', heard: null }
      kept = await keepUnder(key, arrived)
    }
    return kept
  }

  async function keepUnder(key: string, { message, now }: Arrived): Promise<Kept> {
    const { deviceId } = message
    const userId = await ownerOf(deviceId)
    if (userId === null) return { result: 'known', heard: null }
    const changed = afterChanges(message, await changes.of(message))
    const said = { ...message, messageId: key, text: changed.text }
    // Nobody has seen what was deleted before it came.
    const heard = changed.deleted ? null : await listeners.hear(userId, said)
    const result = await keys.inChat(message, (chatDb, chatKey) => {
      const row = { key, userId, chatKey, message, changed, now }
      const write = (tx: Db) => keepRow(tx, row, heard)
      return heard && !chatDb.isTransaction ? chatDb.transaction().execute(write) : write(chatDb)
    })
    return { result, heard }
  }

  return {
    /** Writes down what was done to a message; returns the chat that has something to do now. */
    change: changes.keep,

    /**
     * Stores a message once, with what is to be written with it. Null when nobody is to answer it:
     * it is already stored, is the owner's own, or has done what it asks for.
     */
    async keep(message: InboundMessage, now: number): Promise<KeptMessage | null> {
      const arrived = { message, now: momentAfterOthers(now) }
      const { kept } = await keepTogether(message.deviceId, arrived)
      const { result, heard } = await kept
      if (result !== 'known') await heard?.written()
      return typeof result === 'object' && !message.fromMe ? result : null
    },
  }
}

/** Moments that differ, whatever the clock says: messages of a chat are answered in their order. */
function createMoments() {
  let last = Number.NEGATIVE_INFINITY
  return (now: number): number => {
    last = now > last || last - now > AHEAD_MAX_MS ? now : last + 1
    return last
  }
}

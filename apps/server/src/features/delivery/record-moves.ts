import type { OutgoingState } from '@kirim/contract/outgoing'
import type { Selectable } from 'kysely'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/database.ts'
import { preparedForKeys } from '../../platform/database/prepared.ts'
import type { OutgoingTable } from '../../platform/database/schema/outgoing.ts'
import { isSqlite } from '../../platform/database/text-search.ts'
import { createBatches } from '../../platform/in-batches.ts'
import { isEntry } from '../../platform/message-content.ts'
import type {
  Chats,
  Follow,
  Move,
  OriginKind,
  Origins,
  PlannedMove,
  StoredMessage,
} from './delivery.ports.ts'
import { groupByOutcome, movesOf, type StatusReport } from './moves.ts'
import { createOutgoingRepository } from './outgoing.repository.ts'
import { haveKeys, type MessageKey, selectMessages, toStored } from './outgoing-rows.ts'

/** A transaction of this size takes some hundredths of a second at most. */
const REPORT_BATCH_SIZE = 100
/** Unnoticeable, and limits a busy device to a few transactions a second. */
const REST_BETWEEN_BATCHES_MS = 20

export interface RecordDeps {
  readonly db: Db
  readonly clock: Clock
  readonly chats: Pick<Chats, 'takeBack'>
  readonly origins: Origins
  readonly follow: readonly Follow[]
  /** Stored moves, in order, after the commit. */
  onMoved(moves: readonly Move[]): void
}

/** Messages that move in one transaction: those of one holder at most. */
interface MoveBatch {
  readonly origin: OriginKind | null
  readonly holder: string | null
  readonly messageIds: Set<string>
}

/**
 * Records state changes of messages and lets their origins follow in the same transaction. A device
 * has one transaction at a time, so reports about parts of one origin see each other. Locks are
 * always taken in the same order: the holder (a campaign's row, which everything that moves its
 * people locks first; never two of them, because others lock many campaigns in their own order),
 * the messages, the origin's entries, the workspace's totals, the rest of the origin. Update
 * origins without a lock first, so no transaction waits for rows whose lock it does not own.
 */
export function createRecorder({ db, clock, chats, origins, follow, onMoved }: RecordDeps) {
  const batches = createBatches<StatusReport>(REPORT_BATCH_SIZE, write, REST_BETWEEN_BATCHES_MS)
  const messages = createOutgoingRepository(db)

  async function write(deviceId: string, reports: readonly StatusReport[]): Promise<void> {
    const ids = new Set(reports.map(({ messageId }) => messageId))
    const known = await messages.among(deviceId, [...ids])
    // Most reports without effect are repetitions and need no transaction.
    const changing = movesOf(known, reports).map(({ message }) => message)
    for (const batch of await byHolder(changing)) {
      const about = reports.filter(({ messageId }) => batch.messageIds.has(messageId))
      await commit(batch, async (tx) => movesOf(await lockRows(tx, deviceId, batch), about))
    }
  }

  async function commit(
    { origin, holder }: MoveBatch,
    plan: (tx: Db) => Promise<PlannedMove[]>,
  ): Promise<void> {
    const moves = await db.transaction().execute(async (tx) => {
      if (origin && holder !== null) await origins.of(origin).holds?.take(tx, holder)
      const planned = await plan(tx)
      await writeStates(tx, planned, clock.now())
      const moved = planned.map((move) => ({
        ...move,
        holder: move.message.origin === origin ? holder : null,
      }))
      for (const kind of kindsInOrder()) {
        const own = moved.filter(({ message }) => message.origin === kind)
        if (own.length > 0) await origins.of(kind).onMoves(tx, own)
      }
      if (moved.length > 0) for (const take of follow) await take(tx, moved)
      const dropped = moved.filter(({ to }) => to === 'dropped')
      await chats.takeBack(
        tx,
        dropped.map(({ message }) => message).filter(({ content }) => isEntry(content)),
      )
      return moved
    })
    if (moves.length > 0) onMoved(moves)
  }

  function kindsInOrder(): OriginKind[] {
    const holds = (kind: OriginKind) => Number(!!origins.of(kind).holds)
    return origins.kinds().toSorted((one, other) => holds(one) - holds(other))
  }

  /** A message without a holder joins the first batch that has one. */
  async function byHolder(changing: readonly StoredMessage[]): Promise<MoveBatch[]> {
    const free = new Set<string>()
    const ofHolders = new Map<string, MoveBatch>()
    for (const [kind, own] of Object.entries(
      Object.groupBy(changing, (message) => message.origin),
    )) {
      const origin = kind as OriginKind
      const { holds } = origins.of(origin)
      const holders = await holds?.of([...new Set(own.map(({ originId }) => originId))])
      for (const { messageId, originId } of own) {
        const holder = holders?.get(originId)
        if (!holders) free.add(messageId)
        if (holder === undefined) continue
        const batch = ofHolders.get(holder) ?? { origin, holder, messageIds: new Set<string>() }
        ofHolders.set(holder, batch)
        batch.messageIds.add(messageId)
      }
    }
    const [first = { origin: null, holder: null, messageIds: new Set<string>() }, ...others] =
      ofHolders.values()
    for (const messageId of free) first.messageIds.add(messageId)
    return first.messageIds.size > 0 ? [first, ...others] : []
  }

  return {
    /** Records reports about one device's messages, in order. Ignores unknown messages. */
    record: batches.add,

    /**
     * Drops a message that was not sent, and all others of its origin that were not sent either.
     */
    drop(message: StoredMessage, reason: string): Promise<void> {
      return batches.between(message.deviceId, async () => {
        const [batch] = await byHolder([message])
        if (batch) await commit(batch, (tx) => dropPending(tx, message, reason))
      })
    },

    /** Drops a message of which certainly nothing was sent; false when it may have left. */
    withdraw(message: StoredMessage, reason: string): Promise<boolean> {
      return batches.between(message.deviceId, async () => {
        const [batch] = await byHolder([message])
        let isDropped = false
        if (!batch) return isDropped
        await commit(batch, async (tx) => {
          const moves = await dropUnsent(tx, message, reason)
          isDropped = moves.length > 0
          return moves
        })
        return isDropped
      })
    },

    drained: batches.drained,
  }
}

/** Locks the rows, so that other writers, on any node, see this transaction's changes. */
async function lockRows(
  tx: Db,
  deviceId: string,
  { messageIds }: MoveBatch,
): Promise<StoredMessage[]> {
  const keys = [...messageIds].map((messageId) => ({ deviceId, messageId }))
  return (await lockAll(tx, keys)).map(toStored)
}

/** A transaction on SQLite is alone. */
const lockAll = preparedForKeys((tx, keys: readonly MessageKey[]) =>
  selectMessages(tx, keys).$if(!isSqlite(tx), (query) => query.forNoKeyUpdate()),
)

async function writeStates(tx: Db, moves: readonly PlannedMove[], now: number): Promise<void> {
  const deviceId = moves[0]?.message.deviceId
  if (deviceId === undefined) return
  for (const { state, reason, messageIds } of groupByOutcome(moves)) {
    const outcomes = messageIds.map((messageId) => ({
      ...{ deviceId, messageId, state, reason },
      ...momentsOf(state, now),
    }))
    await writeOutcomes(tx, outcomes)
  }
}

type Outcome = MessageKey &
  Pick<Selectable<OutgoingTable>, 'state' | 'reason'> &
  ReturnType<typeof momentsOf>

/** The moments of a report: a read message was delivered, too. */
function momentsOf(state: OutgoingState, now: number) {
  const isRead = state === 'read'
  const isDelivered = isRead || state === 'delivered'
  return {
    sentAt: isDelivered || state === 'sent' ? now : null,
    deliveredAt: isDelivered ? now : null,
    readAt: isRead ? now : null,
  }
}

/** All have the same outcome. */
const writeOutcomes = preparedForKeys((tx, outcomes: readonly Outcome[]) =>
  tx
    .updateTable('outgoing')
    .set((eb) => ({
      state: outcomes[0]?.state,
      reason: outcomes[0]?.reason,
      sent_at: eb.fn.coalesce('sent_at', eb.val(outcomes[0]?.sentAt ?? null)),
      delivered_at: eb.fn.coalesce('delivered_at', eb.val(outcomes[0]?.deliveredAt ?? null)),
      read_at: eb.fn.coalesce('read_at', eb.val(outcomes[0]?.readAt ?? null)),
    }))
    .where((eb) => haveKeys(eb, outcomes)),
)

/** A message that is marked as leaving meanwhile stays. */
async function dropUnsent(tx: Db, message: StoredMessage, reason: string): Promise<PlannedMove[]> {
  const { deviceId, messageId } = message
  const rows = await tx
    .updateTable('outgoing')
    .set((eb) => ({ attempts: eb.ref('attempts') }))
    .where('device_id', '=', deviceId)
    .where('message_id', '=', messageId)
    .where('state', '=', 'pending')
    .where('may_have_left', '=', 0)
    .where('attempts', '=', 0)
    .returningAll()
    .execute()
  return rows.map((row) => ({ message: toStored(row), from: 'pending', to: 'dropped', reason }))
}

async function dropPending(tx: Db, message: StoredMessage, reason: string): Promise<PlannedMove[]> {
  const rows = await tx
    .updateTable('outgoing')
    .set((eb) => ({ attempts: eb.ref('attempts') }))
    .where('origin', '=', message.origin)
    .where('origin_id', '=', message.originId)
    .where('device_id', '=', message.deviceId)
    .where('state', '=', 'pending')
    .where((eb) => eb.or([eb('message_id', '=', message.messageId), eb('may_have_left', '=', 0)]))
    .returningAll()
    .execute()
  return rows.map((row) => ({
    message: toStored(row),
    from: 'pending',
    to: 'dropped',
    reason,
  }))
}

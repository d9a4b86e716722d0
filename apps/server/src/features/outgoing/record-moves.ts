import type { Db } from '../../platform/database/database.ts'
import { createBatches } from './in-batches.ts'
import { groupByOutcome, type StatusReport, stepsOf } from './moves.ts'
import type { Move, OriginKind, Origins, Step, WrittenMessage } from './outgoing.ports.ts'
import { createOutgoingRepository } from './outgoing.repository.ts'
import { toWritten } from './outgoing-rows.ts'

/** A transaction of so many takes some hundredths of a second at most. */
const REPORT_BATCH_SIZE = 100

export interface RecordDeps {
  readonly db: Db
  readonly origins: () => Origins
  /** Steps that are kept, in their order. */
  onMoved(moves: readonly Move[]): void
}

/** Messages that move in one transaction: of one holder at most. */
interface MoveBatch {
  readonly origin: OriginKind | null
  readonly holder: string | null
  readonly messageIds: Set<string>
}

/**
 * Writes down what becomes of messages, and has their origins follow in the same transaction.
 *
 * One transaction of a device at a time, so words about parts of one origin see each other. Locks
 * are taken in one order everywhere: the holder (a campaign's row, as whatever else moves its
 * people takes it first; never two of them, for others change many campaigns in an order of their
 * own), the rows of messages, what their origin keeps of them, the totals of the user, the rest of
 * the origin's. Origins without a holder follow first: nobody waits for the rows of a holder
 * without holding it.
 */
export function createRecorder({ db, origins, onMoved }: RecordDeps) {
  const batches = createBatches<StatusReport>(REPORT_BATCH_SIZE, write)
  const messages = createOutgoingRepository(db)

  async function write(deviceId: string, words: readonly StatusReport[]): Promise<void> {
    const ids = new Set(words.map(({ messageId }) => messageId))
    const known = await messages.among(deviceId, [...ids])
    // Most words that change nothing come for the second time; they need no transaction.
    const changing = stepsOf(known, words).map(({ message }) => message)
    for (const batch of await byHolder(changing)) {
      const about = words.filter(({ messageId }) => batch.messageIds.has(messageId))
      await commit(batch, async (tx) => stepsOf(await lockRows(tx, deviceId, batch), about))
    }
  }

  async function commit(
    { origin, holder }: MoveBatch,
    moving: (tx: Db) => Promise<Step[]>,
  ): Promise<void> {
    const moves = await db.transaction().execute(async (tx) => {
      if (origin && holder !== null) await origins()[origin].holds?.take(tx, holder)
      const steps = await moving(tx)
      await writeStates(tx, steps)
      const moved = steps.map((step) => ({
        ...step,
        holder: step.message.origin === origin ? holder : null,
      }))
      for (const kind of kindsInOrder()) {
        const own = moved.filter(({ message }) => message.origin === kind)
        if (own.length > 0) await origins()[kind].onMoves(tx, own)
      }
      return moved
    })
    if (moves.length > 0) onMoved(moves)
  }

  function kindsInOrder(): OriginKind[] {
    const kinds = Object.keys(origins()) as OriginKind[]
    return kinds.sort((a, b) => Number(!!origins()[a].holds) - Number(!!origins()[b].holds))
  }

  /** A message without a holder joins the first batch that has one. */
  async function byHolder(changing: readonly WrittenMessage[]): Promise<MoveBatch[]> {
    const free = new Set<string>()
    const held = new Map<string, MoveBatch>()
    for (const [kind, own] of Object.entries(
      Object.groupBy(changing, (message) => message.origin),
    )) {
      const origin = kind as OriginKind
      const { holds } = origins()[origin]
      const holders = await holds?.of([...new Set(own.map(({ originId }) => originId))])
      for (const { messageId, originId } of own) {
        const holder = holders?.get(originId)
        if (!holders) free.add(messageId)
        if (holder === undefined) continue
        const batch = held.get(holder) ?? { origin, holder, messageIds: new Set<string>() }
        held.set(holder, batch)
        batch.messageIds.add(messageId)
      }
    }
    const [first = { origin: null, holder: null, messageIds: new Set<string>() }, ...others] =
      held.values()
    for (const messageId of free) first.messageIds.add(messageId)
    return first.messageIds.size > 0 ? [first, ...others] : []
  }

  return {
    /** Writes down words of one device, in their order. Unknown messages are somebody else's. */
    async record(deviceId: string, words: readonly StatusReport[]): Promise<void> {
      await Promise.all(words.map((word) => batches.add(deviceId, word)))
    },

    /**
     * Gives up a message that has not left, and of the same origin whatever has not left either.
     */
    drop(message: WrittenMessage, reason: string): Promise<void> {
      return batches.between(message.deviceId, async () => {
        const [batch] = await byHolder([message])
        if (batch) await commit(batch, (tx) => dropPending(tx, message, reason))
      })
    },

    drained: batches.drained,
  }
}

/**
 * Locks the rows: whoever else would change them,
 * on whichever node, sees what this transaction did.
 */
async function lockRows(
  tx: Db,
  deviceId: string,
  { messageIds }: MoveBatch,
): Promise<WrittenMessage[]> {
  const rows = await tx
    .updateTable('outgoing')
    .set((eb) => ({ attempts: eb.ref('attempts') }))
    .where('device_id', '=', deviceId)
    .where('message_id', 'in', [...messageIds])
    .returningAll()
    .execute()
  return rows.map(toWritten)
}

async function writeStates(tx: Db, steps: readonly Step[]): Promise<void> {
  const deviceId = steps[0]?.message.deviceId
  if (deviceId === undefined) return
  for (const { state, reason, messageIds } of groupByOutcome(steps)) {
    await tx
      .updateTable('outgoing')
      .set({ state, reason })
      .where('device_id', '=', deviceId)
      .where('message_id', 'in', messageIds)
      .execute()
  }
}

async function dropPending(tx: Db, message: WrittenMessage, reason: string): Promise<Step[]> {
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
    message: toWritten(row),
    from: 'pending',
    to: 'dropped',
    reason,
  }))
}

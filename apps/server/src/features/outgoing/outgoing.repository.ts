import { type Selectable, type SqlBool, sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import { flag } from '../../platform/database/database.ts'
import type { OutgoingTable } from '../../platform/database/schema.ts'
import type { OriginKind, PlannedMessage, WrittenMessage } from './outgoing.ports.ts'

/** Written out, so that the index of what is pending is used however much has been sent. */
const PENDING = sql.lit<OutgoingTable['state']>('pending')
/** The network has taken it. */
const TAKEN = ['sent', 'delivered', 'read'] as const

export interface MessageKey {
  readonly deviceId: string
  readonly messageId: string
}

/** Everything that leaves, a row a message. */
export function createOutgoingRepository(db: Db) {
  return {
    async find(deviceId: string, messageId: string): Promise<WrittenMessage | null> {
      const row = await db
        .selectFrom('outgoing')
        .selectAll()
        .where('device_id', '=', deviceId)
        .where('message_id', '=', messageId)
        .executeTakeFirst()
      return row ? toWritten(row) : null
    },

    /** Those of these ids that are messages of the device. */
    async among(deviceId: string, messageIds: readonly string[]): Promise<WrittenMessage[]> {
      if (messageIds.length === 0) return []
      const rows = await db
        .selectFrom('outgoing')
        .selectAll()
        .where('device_id', '=', deviceId)
        .where('message_id', 'in', messageIds)
        .execute()
      return rows.map(toWritten)
    },

    /** What the network has not answered of one origin, in order. */
    async pendingOf(origin: OriginKind, originId: string): Promise<WrittenMessage[]> {
      const rows = await db
        .selectFrom('outgoing')
        .selectAll()
        .where('origin', '=', origin)
        .where('origin_id', '=', originId)
        .where('state', '=', 'pending')
        .orderBy('part')
        .execute()
      return rows.map(toWritten)
    },

    /** What the network has not answered of a device, oldest first. */
    async pendingOn(deviceId: string, origin: OriginKind): Promise<WrittenMessage[]> {
      const rows = await db
        .selectFrom('outgoing')
        .selectAll()
        .where('device_id', '=', deviceId)
        .where('state', '=', PENDING)
        .where('origin', '=', origin)
        .orderBy('created_at')
        .execute()
      return rows.map(toWritten)
    },

    /** How often the network did not answer messages of one origin. */
    async attemptsOf(origin: OriginKind, originId: string): Promise<number> {
      const { attempts } = await db
        .selectFrom('outgoing')
        .select((eb) => eb.fn.sum<number | null>('attempts').as('attempts'))
        .where('origin', '=', origin)
        .where('origin_id', '=', originId)
        .executeTakeFirstOrThrow()
      return Number(attempts ?? 0)
    },

    /** The texts that the network took of these over a device until a moment, newest first. */
    async taken(
      origin: OriginKind,
      { deviceId, originIds }: { deviceId: string; originIds: readonly string[] },
      until: number,
      limit: number,
    ): Promise<{ text: string; at: number }[]> {
      if (originIds.length === 0) return []
      return db
        .selectFrom('outgoing')
        .select(['text', 'created_at as at'])
        .where('origin', '=', origin)
        .where('origin_id', 'in', originIds)
        .where('device_id', '=', deviceId)
        .where('state', 'in', TAKEN)
        .where('created_at', '<=', until)
        .where('text', '!=', '')
        .orderBy('created_at', 'desc')
        .orderBy('part', 'desc')
        .limit(limit)
        .execute()
    },

    /** Holds, before it is handed to the network, that it may have left; or that it certainly has not. */
    async mark(message: MessageKey, mayHaveLeft: boolean): Promise<void> {
      await ofMessage(db, message)
        .set({ may_have_left: flag(mayHaveLeft) })
        .execute()
    },

    async countAttempt(message: MessageKey): Promise<void> {
      await ofMessage(db, message)
        .set((eb) => ({ attempts: eb('attempts', '+', 1) }))
        .execute()
    },
  }
}

export type OutgoingRepository = ReturnType<typeof createOutgoingRepository>

/**
 * Writes messages down before they leave. Those that leave at once are held, in the same write, as such
 * that may have left: a mark of its own would be a second one.
 */
export async function writeDown(
  tx: Db,
  messages: readonly PlannedMessage[],
  how: { readonly leaveAtOnce: boolean },
  now: number,
): Promise<WrittenMessage[]> {
  const rows = messages.map((message) => toRow(message, how.leaveAtOnce, now))
  await tx.insertInto('outgoing').values(rows).execute()
  return rows.map((row) => ({ ...toWritten(row), mayHaveLeft: false }))
}

/** Forgets what was written down of these, whatever became of it. */
export async function forget(
  tx: Db,
  origin: OriginKind,
  originIds: readonly string[],
): Promise<void> {
  if (originIds.length === 0) return
  await tx
    .deleteFrom('outgoing')
    .where('origin', '=', origin)
    .where('origin_id', 'in', originIds)
    .execute()
}

/** In a query: whether the network has taken a message of the origin in this column. */
export function isTaken(origin: OriginKind, originId: string) {
  return sql<SqlBool>`exists (
    select 1 from outgoing
    where outgoing.origin = ${sql.lit(origin)} and outgoing.origin_id = ${sql.ref(originId)}
      and outgoing.state in (${sql.join(TAKEN.map((state) => sql.lit(state)))})
  )`
}

/** The states of all messages of these, by origin id and then by message id. */
export async function statesOf(
  db: Db,
  origin: OriginKind,
  originIds: readonly string[],
): Promise<{ originId: string; messageId: string; state: OutgoingTable['state'] }[]> {
  return db
    .selectFrom('outgoing')
    .select(['origin_id as originId', 'message_id as messageId', 'state'])
    .where('origin', '=', origin)
    .where('origin_id', 'in', originIds)
    .execute()
}

export function ofMessage(db: Db, { deviceId, messageId }: MessageKey) {
  return db
    .updateTable('outgoing')
    .where('device_id', '=', deviceId)
    .where('message_id', '=', messageId)
}

function toRow(
  message: PlannedMessage,
  leavesAtOnce: boolean,
  now: number,
): Selectable<OutgoingTable> {
  return {
    device_id: message.deviceId,
    message_id: message.messageId,
    user_id: message.userId,
    origin: message.origin,
    origin_id: message.originId,
    part: message.part,
    jid: message.jid,
    text: message.text,
    media_id: message.mediaId,
    presence: message.presence,
    presence_seconds: message.presenceSeconds,
    state: 'pending',
    reason: null,
    may_have_left: flag(leavesAtOnce),
    attempts: 0,
    created_at: now,
  }
}

export function toWritten(row: Selectable<OutgoingTable>): WrittenMessage {
  return {
    deviceId: row.device_id,
    messageId: row.message_id,
    userId: row.user_id,
    origin: row.origin,
    originId: row.origin_id,
    part: row.part,
    jid: row.jid,
    text: row.text,
    mediaId: row.media_id,
    presence: row.presence,
    presenceSeconds: row.presence_seconds,
    state: row.state,
    marked: row.may_have_left === 1,
    mayHaveLeft: row.may_have_left === 1 || row.attempts > 0,
    attempts: row.attempts,
    createdAt: row.created_at,
  }
}

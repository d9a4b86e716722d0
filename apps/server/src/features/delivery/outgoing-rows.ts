import { type Expression, type ExpressionBuilder, type Selectable, type SqlBool, sql } from 'kysely'
import { type Db, flag } from '../../platform/database/database.ts'
import { columnsOf, preparedForSome } from '../../platform/database/prepared.ts'
import type { OutgoingTable } from '../../platform/database/schema/outgoing.ts'
import type { Database } from '../../platform/database/schema.ts'
import type { OutgoingContent } from '../../platform/message-content.ts'
import type { OriginKind, PlannedMessage, StoredMessage } from './delivery.ports.ts'

/** States of a message that the network has accepted. */
const ACCEPTED_STATES = ['sent', 'delivered', 'read'] as const

/**
 * Stores messages before they are sent. Those that are sent immediately are stored already marked
 * as possibly sent, which saves a second write.
 */
export async function storeMessages(
  tx: Db,
  messages: readonly PlannedMessage[],
  how: { readonly leaveAtOnce: boolean; readonly chatIds: readonly (string | null)[] },
  now: number,
): Promise<StoredMessage[]> {
  const rows = messages.map((message, n) => ({
    ...toRow(message, how.leaveAtOnce, now),
    chat_id: how.chatIds[n] ?? null,
  }))
  await insertRows(tx, rows)
  return rows.map((row) => ({ ...toStored(row), mayHaveLeft: false }))
}

/** A new message has no moments: they come with the network's reports. */
type NewRow = Omit<
  OutgoingTable,
  'sent_at' | 'delivered_at' | 'read_at' | 'edited_at' | 'deleted_at'
>
/** The columns a message is read from. */
type Row = Selectable<Omit<NewRow, 'chat_id'>>

const COLUMNS = [
  'device_id',
  'message_id',
  'user_id',
  'origin',
  'origin_id',
  'part',
  'jid',
  'text',
  'media_id',
  'presence',
  'presence_seconds',
  'state',
  'reason',
  'may_have_left',
  'attempts',
  'created_at',
  'content',
] as const satisfies (keyof OutgoingTable)[]

const insertRows = preparedForSome((tx, rows: readonly Selectable<NewRow>[]) =>
  tx.insertInto('outgoing').values(rows.map((row) => columnsOf(row, [...COLUMNS, 'chat_id']))),
)

export interface MessageKey {
  readonly deviceId: string
  readonly messageId: string
}

/** The condition: messages with these keys, which are of one device. */
export function haveKeys(
  eb: ExpressionBuilder<Database, 'outgoing'>,
  keys: readonly MessageKey[],
): Expression<SqlBool> {
  const messageIds = keys.map(({ messageId }) => messageId)
  return eb.and([eb('device_id', '=', keys[0]?.deviceId ?? ''), eb('message_id', 'in', messageIds)])
}

export function selectMessages(db: Db, keys: readonly MessageKey[]) {
  return db
    .selectFrom('outgoing')
    .select(COLUMNS)
    .where((eb) => haveKeys(eb, keys))
}

/** Deletes all messages of these origins, in any state. */
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

/**
 * The origins among these of which certainly no message was sent: parts leave in order, so the
 * first one decides. Until the transaction ends, none can be marked as leaving either.
 */
export async function unsentOf(
  tx: Db,
  origin: OriginKind,
  originIds: readonly string[],
): Promise<string[]> {
  if (originIds.length === 0) return []
  const rows = await tx
    .updateTable('outgoing')
    .set((eb) => ({ attempts: eb.ref('attempts') }))
    .where('origin', '=', origin)
    .where('origin_id', 'in', originIds)
    .returning(['origin_id', 'part', 'state', 'may_have_left', 'attempts'])
    .execute()
  const partsOf = Object.groupBy(rows, (row) => row.origin_id)
  return originIds.filter((id) => {
    const parts = (partsOf[id] ?? []).toSorted((one, other) => one.part - other.part)
    const [first] = parts
    const mayHaveLeft = first !== undefined && (first.may_have_left === 1 || first.attempts > 0)
    return !mayHaveLeft && parts.every(({ state }) => state === 'pending')
  })
}

/** SQL condition: the network has accepted a message of the origin in this column. */
export function isAccepted(origin: OriginKind, originId: string) {
  return sql<SqlBool>`exists (
    select 1 from outgoing
    where outgoing.origin = ${sql.lit(origin)} and outgoing.origin_id = ${sql.ref(originId)}
      and outgoing.state in (${sql.join(ACCEPTED_STATES.map((state) => sql.lit(state)))})
  )`
}

/**
 * SQL condition: the file in this column is needed by a pending message, or by a campaign's message
 * whose receiver may ask for it again.
 */
export function outgoingNeedsMedia(mediaId: string) {
  return sql<SqlBool>`exists (
    select 1 from outgoing
    where outgoing.media_id = ${sql.ref(mediaId)}
      and (outgoing.origin in ('campaign', 'member') or outgoing.state = 'pending')
  )`
}

/** Deletes a dropped message, so that another one can take its place. */
export async function forgetDropped(tx: Db, deviceId: string, messageId: string): Promise<void> {
  await tx
    .deleteFrom('outgoing')
    .where('device_id', '=', deviceId)
    .where('message_id', '=', messageId)
    .where('state', '=', 'dropped')
    .execute()
}

/** The states of all messages of these origins. */
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

function toRow(message: PlannedMessage, leavesAtOnce: boolean, now: number): Row {
  return {
    device_id: message.deviceId,
    message_id: message.messageId,
    user_id: message.workspaceId,
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
    content: message.content ? JSON.stringify(message.content) : null,
  }
}

export function toStored(row: Row): StoredMessage {
  return {
    deviceId: row.device_id,
    messageId: row.message_id,
    workspaceId: row.user_id,
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
    ...(row.content !== null && { content: JSON.parse(row.content) as OutgoingContent }),
  }
}

import { sql } from 'kysely'
import { chunks, type Db, flag } from '../../platform/database/database.ts'
import { preparedForKeys } from '../../platform/database/prepared.ts'
import type { OutgoingTable } from '../../platform/database/schema/outgoing.ts'
import type { OriginKind, StoredMessage } from './delivery.ports.ts'
import { type MessageKey, selectMessages, toStored } from './outgoing-rows.ts'

/** A literal, so that the index of pending messages is used however many were sent. */
const PENDING = sql.lit<OutgoingTable['state']>('pending')

/** Ids per statement; databases bind some thousands of values. */
export const IDS_AT_ONCE = 500

const messagesOf = preparedForKeys(selectMessages)

/** Every outgoing message, one row each. */
export function createOutgoingRepository(db: Db) {
  return {
    async find(deviceId: string, messageId: string): Promise<StoredMessage | null> {
      const row = await db
        .selectFrom('outgoing')
        .selectAll()
        .where('device_id', '=', deviceId)
        .where('message_id', '=', messageId)
        .executeTakeFirst()
      return row ? toStored(row) : null
    },

    /** The messages of the device among these ids. */
    async among(deviceId: string, messageIds: readonly string[]): Promise<StoredMessage[]> {
      const keys = messageIds.map((messageId) => ({ deviceId, messageId }))
      return (await messagesOf(db, keys)).map(toStored)
    },

    /** The chat of each of the device's messages among these ids. */
    async chatsOf(
      deviceId: string,
      messageIds: readonly string[],
    ): Promise<ReadonlyMap<string, string>> {
      const chats = new Map<string, string>()
      for (const some of chunks(messageIds)) {
        const rows = await db
          .selectFrom('outgoing')
          .select(['message_id', 'jid'])
          .where('device_id', '=', deviceId)
          .where('message_id', 'in', some)
          .execute()
        for (const { message_id, jid } of rows) chats.set(message_id, jid)
      }
      return chats
    },

    /** Every message of an origin, in order. */
    async allOf(origin: OriginKind, originId: string): Promise<StoredMessage[]> {
      return (await ofOrigin(db, origin, originId).execute()).map(toStored)
    },

    /** The pending messages of an origin, in order. */
    async pendingOf(origin: OriginKind, originId: string): Promise<StoredMessage[]> {
      const rows = await ofOrigin(db, origin, originId).where('state', '=', 'pending').execute()
      return rows.map(toStored)
    },

    /** The pending messages of a device, oldest first. */
    async pendingOn(deviceId: string, origin: OriginKind): Promise<StoredMessage[]> {
      const rows = await db
        .selectFrom('outgoing')
        .selectAll()
        .where('device_id', '=', deviceId)
        .where('state', '=', PENDING)
        .where('origin', '=', origin)
        .orderBy('created_at')
        .execute()
      return rows.map(toStored)
    },

    /** The highest number of unanswered attempts among an origin's messages. */
    async attemptsOf(origin: OriginKind, originId: string): Promise<number> {
      const { attempts } = await db
        .selectFrom('outgoing')
        .select((eb) => eb.fn.max<number | null>('attempts').as('attempts'))
        .where('origin', '=', origin)
        .where('origin_id', '=', originId)
        .executeTakeFirstOrThrow()
      return Number(attempts ?? 0)
    },

    /**
     * Marks a message as possibly sent before it is handed to the network, or as certainly not
     * sent. False when it is not to be sent any more.
     */
    async mark(message: MessageKey, mayHaveLeft: boolean): Promise<boolean> {
      const marked = await ofMessage(db, message)
        .set({ may_have_left: flag(mayHaveLeft) })
        .where('state', '=', 'pending')
        .returning('message_id')
        .executeTakeFirst()
      return marked !== undefined
    },

    /** Resets a message whose last attempt was refused. */
    async startAnew(message: MessageKey & { readonly mayHaveLeft: boolean }): Promise<void> {
      const may_have_left = flag(message.mayHaveLeft)
      await ofMessage(db, message).set({ may_have_left, attempts: 0 }).execute()
    },

    async countAttempt(message: MessageKey): Promise<void> {
      await ofMessage(db, message)
        .set((eb) => ({ attempts: eb('attempts', '+', 1) }))
        .execute()
    },
  }
}

export type OutgoingRepository = ReturnType<typeof createOutgoingRepository>

function ofOrigin(db: Db, origin: OriginKind, originId: string) {
  return db
    .selectFrom('outgoing')
    .selectAll()
    .where('origin', '=', origin)
    .where('origin_id', '=', originId)
    .orderBy('part')
}

function ofMessage(db: Db, { deviceId, messageId }: MessageKey) {
  return db
    .updateTable('outgoing')
    .where('device_id', '=', deviceId)
    .where('message_id', '=', messageId)
}

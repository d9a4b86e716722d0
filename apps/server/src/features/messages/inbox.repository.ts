import { expressionBuilder } from 'kysely'
import type { Sight } from '../../platform/caller.ts'
import type { Db } from '../../platform/database/database.ts'
import { prepared, preparedForKeys } from '../../platform/database/prepared.ts'
import type { Database } from '../../platform/database/schema.ts'
import type { InboundMessage, MessageKey, StoredMessage } from '../../platform/inbound-message.ts'
import { onlySeenChats } from './chats-in-sight.ts'
import { heardIn } from './heard-in.ts'
import { type InboxRow, toStoredMessage } from './inbox-rows.ts'
import { isRowOf, namesakesOf } from './namesakes.ts'
import { chatsToAnswer, messageToAnswer } from './open-messages.ts'
import { hasWords } from './prune-inbox.ts'

/** Reads and settles inbound messages. */
export function createInboxRepository(db: Db) {
  return {
    /**
     * The chat of a message that still needs an answer; null when it is settled. Another node may
     * have stored it after this one looked for open work.
     */
    async chatToAnswer(message: InboundMessage): Promise<string | null> {
      if (message.fromMe) return null
      const rows = await namesakesOf(db, message)
      const row = rows.find((one) => one.state === 'new' && isRowOf(one, message))
      return row?.chat_key ?? null
    },

    onlySeenChats,

    heardIn: (deviceId: string, people: readonly string[]) => heardIn(db, deviceId, people),

    chatsToAnswer: (deviceId: string) => chatsToAnswer(db, deviceId),

    async nextToAnswer(deviceId: string, chatKey: string): Promise<StoredMessage | null> {
      const row = await messageToAnswer(db, deviceId, chatKey)
      return row && toStoredMessage(row)
    },

    async find(deviceId: string, messageId: string): Promise<StoredMessage | null> {
      const row = await db
        .selectFrom('inbox')
        .selectAll()
        .where('device_id', '=', deviceId)
        .where('message_id', '=', messageId)
        .executeTakeFirst()
      return row ? toStoredMessage(row) : null
    },

    /**
     * The texts of messages to any of these devices, by message id; pruned ones are missing, and
     * those of chats that are not seen.
     */
    async textsOf(
      deviceIds: readonly string[],
      messageIds: readonly string[],
      sight: Pick<Sight, 'ownChatsOnly' | 'personId'>,
    ): Promise<ReadonlyMap<string, string>> {
      const rows = await db
        .selectFrom('inbox')
        .select(['message_id', 'text'])
        .where('device_id', 'in', deviceIds)
        .where('message_id', 'in', messageIds)
        .where(hasWords)
        .$call(onlySeenChats(sight, { deviceId: 'inbox.device_id', chatKey: 'inbox.chat_key' }))
        .execute()
      return new Map(rows.map(({ message_id, text }) => [message_id, text]))
    },

    /**
     * Settles a message without a reply, together with what `alongside` writes, in one transaction;
     * does nothing when it was edited meanwhile.
     */
    async markSilent(
      message: StoredMessage,
      reason: string,
      alongside: (tx: Db) => Promise<void>,
    ): Promise<void> {
      await db.transaction().execute(async (tx) => {
        const state = reason === 'too_old' ? 'old' : 'silent'
        if (await settle(tx, message, state, reason, message.wording)) await alongside(tx)
      })
    },

    /** For joins: the version of a message, and whether it was deleted. */
    rows: expressionBuilder<Database>()
      .selectFrom('inbox')
      .select(['device_id', 'message_id', 'received_at', 'deleted', 'wording']),

    /** The author of a message, and the kind of its chat. */
    async writerOf(tx: Db, { deviceId, messageId }: MessageKey) {
      const [row] = await writersOf(tx, { deviceId, messageId })
      return row ?? null
    },

    /**
     * Settles messages of one device with a reply; returns the ids of those that were unanswered
     * and not edited meanwhile.
     */
    async markAnswered(
      tx: Db,
      messages: readonly (MessageKey & Pick<StoredMessage, 'wording'>)[],
    ): Promise<string[]> {
      return (await settleAnswered(tx, messages)).map((row) => row.message_id)
    },

    /** Marks a message as unanswered again. */
    reopen: (tx: Db, message: MessageKey) => setState(tx, message, { state: 'new' }),

    /** Marks a message as silent, although a reply was stored for it. */
    silence: (tx: Db, message: MessageKey, reason: string | null) =>
      setState(tx, message, { state: 'silent', reason }),

    /**
     * When the owner last wrote in this chat from the phone, after a given time. A late message
     * counts from when it was written.
     */
    async lastOwnAt(deviceId: string, chatKey: string, since: number): Promise<number | null> {
      const row = await db
        .selectFrom('inbox')
        .select(['sent_at', 'received_at'])
        .where('device_id', '=', deviceId)
        .where('chat_key', '=', chatKey)
        .where('received_at', '>', since)
        .where('sent_at', '>', since)
        .where('state', '=', 'own')
        .orderBy('sent_at', 'desc')
        .limit(1)
        .executeTakeFirst()
      return row ? Math.min(row.sent_at, row.received_at) : null
    },
  }
}

/** Returns false when the message is already settled, or was edited meanwhile. */
export async function settle(
  tx: Db,
  { deviceId, messageId }: Pick<InboundMessage, 'deviceId' | 'messageId'>,
  state: 'silent' | 'old',
  reason: string,
  wording?: number,
): Promise<boolean> {
  const updated = await tx
    .updateTable('inbox')
    .set({ state, reason })
    .where('device_id', '=', deviceId)
    .where('message_id', '=', messageId)
    .where('state', '=', 'new')
    .$if(wording !== undefined, (query) => query.where('wording', '=', wording ?? 0))
    .returning('message_id')
    .executeTakeFirst()
  return updated !== undefined
}

const writersOf = prepared((db, { deviceId, messageId }: MessageKey) =>
  db
    .selectFrom('inbox')
    .select(['chat', 'chat_lid as lid', 'sender_number as phoneNumber'])
    .where('device_id', '=', deviceId)
    .where('message_id', '=', messageId),
)

/** One condition for each primary key, so that no other index is used. */
const settleAnswered = preparedForKeys(
  (tx, messages: readonly (MessageKey & Pick<StoredMessage, 'wording'>)[]) =>
    tx
      .updateTable('inbox')
      .set({ state: 'answered' })
      .where((eb) =>
        eb.or(
          messages.map(({ deviceId, messageId, wording }) =>
            eb.and([
              eb('device_id', '=', deviceId),
              eb('message_id', '=', messageId),
              eb('state', '=', 'new'),
              eb('wording', '=', wording),
            ]),
          ),
        ),
      )
      .returning('message_id'),
)

async function setState(
  tx: Db,
  { deviceId, messageId }: MessageKey,
  state: Pick<InboxRow, 'state'> & Partial<Pick<InboxRow, 'reason'>>,
): Promise<void> {
  await tx
    .updateTable('inbox')
    .set(state)
    .where('device_id', '=', deviceId)
    .where('message_id', '=', messageId)
    .execute()
}

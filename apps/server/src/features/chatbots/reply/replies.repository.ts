import type { Db } from '../../../platform/database/database.ts'
import { prepared } from '../../../platform/database/prepared.ts'
import { createInTurnTogether } from '../../../platform/database/together.ts'
import type { StoredMessage } from '../../../platform/inbound-message.ts'
import type { Inbox } from '../chatbots.ports.ts'
import type { ReplyLedger } from '../responder.ports.ts'
import {
  insertReplies,
  OPEN,
  ofReply,
  type PendingReply,
  type PlannedReply,
  REPLY_COLUMNS,
  type ReplyRow,
  toPending,
} from './reply.ts'

/** Replies of one device in one transaction. */
const REPLIES_AT_ONCE = 32
/** A long text counts as several replies: indexing it takes a microsecond a letter. */
const LETTERS_OF_ONE = 600

/** A reply to a message, and what is written in the same transaction. */
interface Plan {
  readonly message: StoredMessage
  readonly reply: PlannedReply | null
  readonly alongside: (tx: Db) => Promise<void>
}

/** Null for a message without a reply, or one that was settled already. */
function planAll(
  db: Db,
  outgoing: ReplyLedger,
  inbox: Pick<Inbox, 'markAnswered'>,
  plans: readonly Plan[],
): Promise<(PendingReply | null)[]> {
  return db.transaction().execute(async (tx) => {
    const messages = plans.map(({ message }) => message)
    const settled = new Set(await inbox.markAnswered(tx, messages))
    const open = plans.filter(({ message }) => settled.delete(message.messageId))
    const replies = open.flatMap(({ message, reply }) =>
      reply ? [{ inbound: message, reply }] : [],
    )
    const pending = await insertReplies(tx, outgoing, replies)
    for (const { alongside } of open) await alongside(tx)
    const byId = new Map(pending.map((reply) => [reply.messageId, reply]))
    return plans.map(({ reply }) => (reply && byId.get(reply.messageId)) ?? null)
  })
}

export function createRepliesRepository(
  db: Db,
  outgoing: ReplyLedger,
  inbox: Pick<Inbox, 'markAnswered'>,
) {
  const planTogether = createInTurnTogether<Plan, PendingReply | null>(
    REPLIES_AT_ONCE,
    (_, plans) => planAll(db, outgoing, inbox, plans),
    ({ message }) => 1 + message.text.length / LETTERS_OF_ONE,
  )

  return {
    /**
     * Settles an inbound message: stores its first reply, and what `alongside` writes, in one
     * transaction, batched with other chats. Null, writing nothing, when there is nothing to send,
     * the message was already settled, or it was edited meanwhile.
     */
    plan: (
      message: StoredMessage,
      reply: PlannedReply | null,
      alongside: Plan['alongside'],
    ): Promise<PendingReply | null> =>
      planTogether(message.deviceId, { message, reply, alongside }),

    /** Stores the next reply of a chain, once: null when it was already stored. */
    async planNext(
      previous: PendingReply,
      message: StoredMessage,
      reply: PlannedReply,
      alongside: (tx: Db) => Promise<void>,
    ): Promise<PendingReply | null> {
      return db.transaction().execute(async (tx) => {
        const updated = await ofReply(tx, previous)
          .set({ next_item_id: null })
          .where('next_item_id', 'is not', null)
          .returning('message_id')
          .executeTakeFirst()
        if (!updated) return null
        const [planned] = await insertReplies(tx, outgoing, [{ inbound: message, reply }])
        await alongside(tx)
        return planned ?? null
      })
    },

    /** Ends the chain with this reply; `reason` says why it does not continue. */
    async endChain(reply: PendingReply, reason: string | null): Promise<void> {
      await ofReply(db, reply).set({ next_item_id: null, reason }).execute()
    },

    async nextUnsettled(deviceId: string, chatKey: string): Promise<PendingReply | null> {
      const row = await unsettledReply(db, deviceId, chatKey)
      const message = row && (await outgoing.find(deviceId, row.message_id))
      return message && toPending(row, message)
    },

    /** The items that have answered a message, directly or as next actions. */
    async itemsOf(deviceId: string, inboxMessageId: string): Promise<ReadonlySet<string>> {
      const rows = await db
        .selectFrom('chatbot_replies')
        .select('item_id')
        .where('device_id', '=', deviceId)
        .where('inbox_message_id', '=', inboxMessageId)
        .execute()
      return new Set(rows.map((row) => row.item_id))
    },
  }
}

export type RepliesRepository = ReturnType<typeof createRepliesRepository>

/** Chats with an unsettled reply or an unfinished chain. */
export async function chatsWithReplies(db: Db, deviceId: string): Promise<string[]> {
  const replies = db
    .selectFrom('chatbot_replies')
    .select('chat_key')
    .where('device_id', '=', deviceId)
  const rows = await replies
    .where('state', '=', OPEN)
    .union(replies.where('next_item_id', 'is not', null))
    .execute()
  return rows.map((row) => row.chat_key)
}

/** The chat's oldest reply with an unfinished chain, otherwise the oldest unsettled one. */
export async function unsettledReply(
  db: Db,
  deviceId: string,
  chatKey: string,
): Promise<ReplyRow | null> {
  const chat = { deviceId, chatKey }
  const [row = null] = await unfinishedChains(db, chat)
  if (row) return row
  const [open = null] = await openReplies(db, chat)
  return open
}

interface Chat {
  readonly deviceId: string
  readonly chatKey: string
}

const unfinishedChains = prepared((db, chat: Chat) =>
  oldestOfChat(db, chat).where('next_item_id', 'is not', null),
)

const openReplies = prepared((db, chat: Chat) => oldestOfChat(db, chat).where('state', '=', OPEN))

function oldestOfChat(db: Db, { deviceId, chatKey }: Chat) {
  return db
    .selectFrom('chatbot_replies')
    .select(REPLY_COLUMNS)
    .where('device_id', '=', deviceId)
    .where('chat_key', '=', chatKey)
    .orderBy('created_at')
    .orderBy('hop')
    .limit(1)
}

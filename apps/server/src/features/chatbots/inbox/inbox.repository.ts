import type { Selectable } from 'kysely'
import { type Db, flag } from '../../../platform/database/database.ts'
import { columnsOf, prepared } from '../../../platform/database/prepared.ts'
import type { InboxTable } from '../../../platform/database/schema.ts'
import { chatsWithWork, messageToAnswer } from '../answering/open-work.ts'
import type { HearInbound, InboundMessage } from '../answering/responder.ports.ts'
import type { ChatbotDevices } from '../chatbots.ports.ts'
import { createChatKeys } from './chat-keys.ts'
import { heardIn } from './heard-in.ts'
import { afterChanges, type Changed, MESSAGE_DELETED } from './inbound-changes.ts'
import { createInboxChanges } from './inbox-changes.repository.ts'
import { hasWords, wasPruned } from './prune-inbox.ts'

/** A message older than this on arrival is stored, but not answered. */
const TOO_OLD_MS = 10 * 60 * 1000

export function arrivedTooOld({ receivedAt, sentAt }: KeptMessage): boolean {
  return receivedAt - sentAt > TOO_OLD_MS
}

export interface KeptMessage extends Omit<InboundMessage, 'fromMe'> {
  readonly userId: string
  readonly chatKey: string
  readonly receivedAt: number
  /** How often it was edited. */
  readonly wording: number
}

export function createInboxRepository(
  db: Db,
  { ownerOf }: Pick<ChatbotDevices, 'ownerOf'>,
  hear: HearInbound = async () => null,
) {
  const keys = createChatKeys(db)
  const changes = createInboxChanges(db, { ownerOf }, hear)
  return {
    /** Writes down what was done to a message; returns the chat that has something to do now. */
    change: changes.keep,

    /**
     * Stores a message once, with what is to be written with it. Null when nobody is to answer it:
     * it is already stored, is the owner's own, or has done what it asks for.
     */
    async keep(message: InboundMessage, now: number): Promise<KeptMessage | null> {
      const userId = await ownerOf(message.deviceId)
      if (userId === null) return null
      const changed = afterChanges(message, await changes.of(message))
      // Nobody has seen what was deleted before it came.
      const heard = changed.deleted ? null : await hear(userId, { ...message, text: changed.text })
      const kept = await keys.inChat(message, (chatDb, chatKey) => {
        const write = async (tx: Db) => {
          const row = { userId, chatKey, message, changed, now }
          if (await wasPruned(tx, message)) return 'known'
          if (!(await insertMessage(tx, row))) return 'known'
          if (!heard || !(await heard.write(tx))) return changed.deleted ? 'used' : asKept(row)
          await settle(tx, message, 'silent', 'opt_out')
          return 'used'
        }
        return heard && !chatDb.isTransaction ? chatDb.transaction().execute(write) : write(chatDb)
      })
      if (kept !== 'known') await heard?.written()
      return typeof kept === 'object' && !message.fromMe ? kept : null
    },

    heardIn: (deviceId: string, people: readonly string[]) => heardIn(db, deviceId, people),

    chatsWithWork: (deviceId: string) => chatsWithWork(db, deviceId),

    async nextToAnswer(deviceId: string, chatKey: string): Promise<KeptMessage | null> {
      const row = await messageToAnswer(db, deviceId, chatKey)
      return row && toKept(row)
    },

    async find(deviceId: string, messageId: string): Promise<KeptMessage | null> {
      const row = await db
        .selectFrom('inbox')
        .selectAll()
        .where('device_id', '=', deviceId)
        .where('message_id', '=', messageId)
        .executeTakeFirst()
      return row ? toKept(row) : null
    },

    /** Of messages to any of these devices, by their id, as far as they are kept. */
    async textsOf(
      deviceIds: readonly string[],
      messageIds: readonly string[],
    ): Promise<ReadonlyMap<string, string>> {
      const rows = await db
        .selectFrom('inbox')
        .select(['message_id', 'text'])
        .where('device_id', 'in', deviceIds)
        .where('message_id', 'in', messageIds)
        .where(hasWords)
        .execute()
      return new Map(rows.map(({ message_id, text }) => [message_id, text]))
    },

    /**
     * Settles a message without a reply, together with what `alongside` writes, in one transaction;
     * not when it has another wording by now.
     */
    async markSilent(
      message: KeptMessage,
      reason: string,
      alongside: (tx: Db) => Promise<void>,
    ): Promise<void> {
      await db.transaction().execute(async (tx) => {
        const state = reason === 'too_old' ? 'old' : 'silent'
        if (await settle(tx, message, state, reason, message.wording)) await alongside(tx)
      })
    },

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

export type InboxRepository = ReturnType<typeof createInboxRepository>

interface NewMessage {
  readonly userId: string
  readonly chatKey: string
  readonly message: InboundMessage
  readonly changed: Changed
  readonly now: number
}

/** As it is read again. */
function asKept({ userId, chatKey, message, changed, now }: NewMessage): KeptMessage {
  const { fromMe: _, ...kept } = message
  const { text, wording } = changed
  return { ...kept, userId, chatKey, text, wording, receivedAt: now }
}

/** False when it is stored already. */
async function insertMessage(
  tx: Db,
  { userId, chatKey, message, changed, now }: NewMessage,
): Promise<boolean> {
  const [kept] = await insertRow(tx, {
    device_id: message.deviceId,
    message_id: message.messageId,
    user_id: userId,
    chat_jid: message.chatJid,
    chat_key: chatKey,
    chat_lid: message.chatLid,
    chat: message.chat,
    sender_jid: message.senderJid,
    sender_number: message.senderNumber,
    sender_name: message.senderName,
    kind: message.kind,
    text: changed.text,
    sent_at: message.sentAt,
    received_at: now,
    ...firstState(message, changed),
    deleted: flag(changed.deleted),
    wording: changed.wording,
    edited_at: changed.editedAt,
  })
  return kept !== undefined
}

const COLUMNS = [
  'device_id',
  'message_id',
  'user_id',
  'chat_jid',
  'chat_key',
  'chat_lid',
  'chat',
  'sender_jid',
  'sender_number',
  'sender_name',
  'kind',
  'text',
  'sent_at',
  'received_at',
  'state',
  'reason',
  'deleted',
  'wording',
  'edited_at',
] as const satisfies (keyof InboxTable)[]

const insertRow = prepared((tx, row: Selectable<InboxTable>) =>
  tx
    .insertInto('inbox')
    .values(columnsOf(row, COLUMNS))
    .onConflict((conflict) => conflict.columns(['device_id', 'message_id']).doNothing())
    .returning('message_id'),
)

function firstState({ fromMe }: InboundMessage, { deleted }: Changed) {
  if (fromMe) return { state: 'own', reason: null } as const
  if (deleted) return { state: 'silent', reason: MESSAGE_DELETED } as const
  return { state: 'new', reason: null } as const
}

/** False when it is settled already, or has another wording by now. */
async function settle(
  tx: Db,
  { deviceId, messageId }: Pick<InboundMessage, 'deviceId' | 'messageId'>,
  state: 'silent' | 'old',
  reason: string,
  wording?: number,
): Promise<boolean> {
  const taken = await tx
    .updateTable('inbox')
    .set({ state, reason })
    .where('device_id', '=', deviceId)
    .where('message_id', '=', messageId)
    .where('state', '=', 'new')
    .$if(wording !== undefined, (query) => query.where('wording', '=', wording ?? 0))
    .returning('message_id')
    .executeTakeFirst()
  return taken !== undefined
}

function toKept(row: Selectable<InboxTable>): KeptMessage {
  return {
    deviceId: row.device_id,
    messageId: row.message_id,
    userId: row.user_id,
    chatJid: row.chat_jid,
    chatKey: row.chat_key,
    chatLid: row.chat_lid,
    chat: row.chat,
    senderJid: row.sender_jid,
    senderNumber: row.sender_number,
    senderName: row.sender_name,
    kind: row.kind,
    text: row.text,
    sentAt: row.sent_at,
    receivedAt: row.received_at,
    wording: row.wording,
  }
}

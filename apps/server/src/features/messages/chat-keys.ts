import type { Db } from '../../platform/database/database.ts'
import { prepared } from '../../platform/database/prepared.ts'
import type { InboundMessage } from '../../platform/inbound-message.ts'
import { createKeyedLock } from '../../platform/lock.ts'
import type { ChatMessage } from './chats.repository.ts'
import type {
  Answers,
  ChatMove,
  NotedEntries,
  SentMessage,
  SentMessages,
} from './messages.ports.ts'
import { messageToAnswer } from './open-messages.ts'

/** The other stores that follow a chat to its new key. */
export type MovingChats = Pick<Answers, 'hasOpenWork' | 'moveChat'> &
  Pick<SentMessages, 'joinSent'> &
  NotedEntries

/**
 * Determines the key of a chat: the group, else the person's number, else their LID. A number that
 * becomes known later takes over everything stored under the LID.
 */
export function createChatKeys(db: Db, moving: MovingChats) {
  // Without it, a message stored between reading a key and using it would stay under the old key.
  const lock = createKeyedLock()

  return {
    /**
     * Runs `write` with the key of the message's chat, in the transaction in which that key takes
     * over.
     */
    async inChat<T>(
      message: InboundMessage,
      write: (tx: Db, chatKey: string) => Promise<T>,
    ): Promise<T> {
      const { deviceId, chat, chatJid, chatLid, senderNumber: number } = message
      if (chat === 'group') return write(db, chatJid)
      if (chatLid === null) return write(db, number ?? chatJid)
      return lock(`${deviceId} ${chatLid}`, async () => {
        if (number === null) return write(db, await knownKey(db, deviceId, chatLid))
        const identity = { deviceId, chatLid, number }
        if (!(await isChatStored(db, identity))) return write(db, number)
        return db
          .transaction()
          .execute(async (tx) => write(tx, await takeOver(tx, moving, identity)))
      })
    },
  }
}

/** The key of the person's latest message with a number. */
async function knownKey(db: Db, deviceId: string, chatLid: string): Promise<string> {
  const row = await db
    .selectFrom('inbox')
    .select('chat_key')
    .where('device_id', '=', deviceId)
    .where('chat_lid', '=', chatLid)
    .where('sender_number', 'is not', null)
    .orderBy('received_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.chat_key ?? chatLid
}

/** Everything else stored under the LID belongs to one of these messages. */
async function isChatStored(db: Db, { deviceId, chatLid: chatKey }: ChatMove): Promise<boolean> {
  const found = await Promise.all([
    chatAt(db, { deviceId, chatKey }),
    // An older node creates no row in `chats`.
    firstOfChat(db, { deviceId, chatKey }),
  ])
  return found.some((rows) => rows.length > 0)
}

const firstOfChat = prepared((db, { deviceId, chatKey }: { deviceId: string; chatKey: string }) =>
  db
    .selectFrom('inbox')
    .select('message_id')
    .where('device_id', '=', deviceId)
    .where('chat_key', '=', chatKey)
    .limit(1),
)

/**
 * The key from now on. While something is unsettled, a worker may hold it in memory under the LID:
 * a second worker for the number would repeat it, and the first would not find moved rows. So
 * nothing is moved, and new messages queue under the old key, until one arrives when all is
 * settled.
 */
async function takeOver(tx: Db, moving: MovingChats, move: ChatMove): Promise<string> {
  const { deviceId, chatLid, number } = move
  if (await messageToAnswer(tx, deviceId, chatLid)) return chatLid
  if (await moving.hasOpenWork(tx, deviceId, chatLid)) return chatLid
  await tx
    .updateTable('inbox')
    .set({ chat_key: number })
    .where('device_id', '=', deviceId)
    .where('chat_key', '=', chatLid)
    .execute()
  await moving.moveChat(tx, move)
  const merge = await joinChats(tx, move, moving)
  if (merge) await moving.joinSent(tx, merge)
  return number
}

interface Place {
  readonly deviceId: string
  readonly chatKey: string
}

export const chatAt = prepared((db, { deviceId, chatKey }: Place) =>
  db
    .selectFrom('chats')
    .select(['id', 'username', 'name', 'preview', 'preview_kind', 'last_by', 'last_at'])
    .select(['unread', 'waiting_since', 'word_at', 'handed_over_at', 'assigned_to'])
    .where('device_id', '=', deviceId)
    .where('chat_key', '=', chatKey),
)

/** The key of the chat with this LID; one with a known number comes first. */
const keysOfLid = prepared((db, { deviceId, lid }: { deviceId: string; lid: string }) =>
  db
    .selectFrom('chats')
    .select('chat_key')
    .where('device_id', '=', deviceId)
    .where('lid', '=', lid)
    .orderBy((eb) => eb.case().when('chat_key', '=', lid).then(1).else(0).end())
    // The person may have changed their number.
    .orderBy('last_at', 'desc')
    .limit(1),
)

/** The key of the chat with an address: the group, else the number, else that of the LID. */
export async function keyOfAddress(db: Db, deviceId: string, jid: string): Promise<string> {
  if (jid.endsWith('@g.us')) return jid
  if (!jid.endsWith('@lid')) return jid.split(/[:@]/)[0] ?? jid
  const [known] = await keysOfLid(db, { deviceId, lid: jid })
  // The answered message may be stored in this transaction, before its chat is updated.
  return known?.chat_key ?? (await knownKey(db, deviceId, jid))
}

/** What a chat shows of a message to an address. */
export async function toSentChatMessage(
  db: Db,
  message: SentMessage,
  at: number,
): Promise<ChatMessage> {
  const { workspaceId, deviceId, jid, text } = message
  const chatKey = message.chatKey ?? (await keyOfAddress(db, deviceId, jid))
  const isGroup = jid.endsWith('@g.us')
  return {
    ...{ workspaceId, deviceId, chatKey, jid, text, at },
    kind: isGroup ? 'group' : 'individual',
    number: isGroup || chatKey.includes('@') ? null : chatKey,
    lid: jid.endsWith('@lid') ? jid : null,
    username: null,
    name: '',
    messageKind: message.kind ?? (message.mediaId === null ? 'text' : 'document'),
    by: message.origin,
    ...(message.personId !== undefined && { personId: message.personId }),
    ...(message.keepsWaiting && { keepsWaiting: true }),
  }
}

/**
 * Gives a chat that was stored under the person's LID the key of their number. If both exist, they
 * are merged; returns the ids of the merged chat and the remaining one.
 */
async function joinChats(
  tx: Db,
  { deviceId, chatLid, number }: ChatMove,
  { joinNoted }: NotedEntries,
): Promise<{ readonly gone: string; readonly into: string } | null> {
  const [from] = await chatAt(tx, { deviceId, chatKey: chatLid })
  if (!from) return null
  const [into] = await chatAt(tx, { deviceId, chatKey: number })
  if (!into) {
    await tx
      .updateTable('chats')
      .set({ chat_key: number, number, lid: chatLid })
      .where('id', '=', from.id)
      .execute()
    return null
  }
  const last = from.last_at > into.last_at ? from : into
  const waiting = [from, into].flatMap(({ waiting_since: since }) => since ?? [])
  const latest = (of: 'word_at' | 'handed_over_at') =>
    Math.max(from[of] ?? 0, into[of] ?? 0) || null
  await tx
    .updateTable('chats')
    .set({
      lid: chatLid,
      username: into.username ?? from.username,
      name: into.name || from.name,
      preview: last.preview,
      preview_kind: last.preview_kind,
      last_by: last.last_by,
      last_at: last.last_at,
      unread: from.unread + into.unread,
      waiting_since: waiting.length > 0 ? Math.min(...waiting) : null,
      word_at: latest('word_at'),
      handed_over_at: latest('handed_over_at'),
      assigned_to: into.assigned_to ?? from.assigned_to,
      ...(waiting.length > 0 && { closed_at: null, snoozed_at: null, snoozed_until: null }),
    })
    .where('id', '=', into.id)
    .execute()
  await joinNoted(tx, { gone: from.id, into: into.id })
  // Deleted first, so that no message can join it while its messages move.
  await tx.deleteFrom('chats').where('id', '=', from.id).execute()
  await tx.updateTable('inbox').set({ chat_id: into.id }).where('chat_id', '=', from.id).execute()
  return { gone: from.id, into: into.id }
}

import type { Db } from '../../../platform/database/database.ts'
import { prepared } from '../../../platform/database/prepared.ts'
import { createKeyedLock } from '../../../platform/lock.ts'
import { messageToAnswer, unsettledReply } from '../answering/open-work.ts'
import type { InboundMessage } from '../answering/responder.ports.ts'

/** An individual chat, stored under the person's LID until their number is known. */
interface Identity {
  readonly deviceId: string
  readonly chatLid: string
  readonly number: string
}

/**
 * Determines the key of a chat: the group, else the person's number, else their LID. A number that
 * becomes known later takes over everything stored under the LID.
 */
export function createChatKeys(db: Db) {
  // Otherwise a message stored between looking a key up and using it would stay under the old key.
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
        if (!(await isKept(db, identity))) return write(db, number)
        return db.transaction().execute(async (tx) => write(tx, await takeOver(tx, identity)))
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
const isKept = async (db: Db, { deviceId, chatLid }: Identity): Promise<boolean> =>
  (await firstOfChat(db, { deviceId, chatKey: chatLid })).length > 0

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
async function takeOver(tx: Db, identity: Identity): Promise<string> {
  if (await hasOpenWork(tx, identity)) return identity.chatLid
  const { deviceId, chatLid, number } = identity
  await tx
    .updateTable('inbox')
    .set({ chat_key: number })
    .where('device_id', '=', deviceId)
    .where('chat_key', '=', chatLid)
    .execute()
  await tx
    .updateTable('chatbot_replies')
    .set({ chat_key: number })
    .where('device_id', '=', deviceId)
    .where('chat_key', '=', chatLid)
    .execute()
  await movePause(tx, identity)
  await moveAwaited(tx, identity)
  return number
}

async function hasOpenWork(tx: Db, { deviceId, chatLid }: Identity): Promise<boolean> {
  const open =
    (await messageToAnswer(tx, deviceId, chatLid)) ?? (await unsettledReply(tx, deviceId, chatLid))
  return open !== null
}

/** The longer pause applies, and replies forgiven by either 'Resume' stay forgiven. */
async function movePause(tx: Db, { deviceId, chatLid, number }: Identity): Promise<void> {
  const moved = await tx
    .deleteFrom('chat_pauses')
    .where('device_id', '=', deviceId)
    .where('chat_key', '=', chatLid)
    .returningAll()
    .executeTakeFirst()
  if (!moved) return
  const there = await tx
    .selectFrom('chat_pauses')
    .selectAll()
    .where('device_id', '=', deviceId)
    .where('chat_key', '=', number)
    .executeTakeFirst()
  const longer = there && there.until >= moved.until ? there : moved
  const pause = {
    ...longer,
    chat_key: number,
    phone_number: longer.phone_number || number,
    counted_from: Math.max(moved.counted_from, there?.counted_from ?? 0),
  }
  await tx
    .insertInto('chat_pauses')
    .values(pause)
    .onConflict((conflict) => conflict.columns(['device_id', 'chat_key']).doUpdateSet(pause))
    .execute()
}

async function moveAwaited(tx: Db, { deviceId, chatLid, number }: Identity): Promise<void> {
  const moved = await tx
    .deleteFrom('awaited_responses')
    .where('device_id', '=', deviceId)
    .where('chat_key', '=', chatLid)
    .returningAll()
    .execute()
  for (const { since, ...awaited } of moved) {
    await tx
      .insertInto('awaited_responses')
      .values({ ...awaited, since, chat_key: number })
      .onConflict((conflict) =>
        conflict
          .columns(['device_id', 'chat_key', 'contact_key', 'item_id'])
          .doUpdateSet({ since })
          .where('awaited_responses.since', '<', since),
      )
      .execute()
  }
}

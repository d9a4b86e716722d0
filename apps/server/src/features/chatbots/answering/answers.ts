import { type SqlBool, sql } from 'kysely'
import type { Db } from '../../../platform/database/database.ts'
import { unsettledReply } from '../reply/replies.repository.ts'
import { OPEN } from '../reply/reply.ts'
import { rewordResponses } from '../responses/responses.repository.ts'

interface Message {
  readonly deviceId: string
  readonly messageId: string
}

/** A chat that was stored under the person's LID until their number was known. */
interface ChatMove {
  readonly deviceId: string
  readonly chatLid: string
  readonly number: string
}

/** Replies, pauses and awaited responses, as the messages feature needs them. */
export const chatbotAnswers = {
  hasOpenWork: async (tx: Db, deviceId: string, chatKey: string): Promise<boolean> =>
    (await unsettledReply(tx, deviceId, chatKey)) !== null,

  async moveChat(tx: Db, move: ChatMove): Promise<void> {
    const { deviceId, chatLid, number } = move
    await tx
      .updateTable('chatbot_replies')
      .set({ chat_key: number })
      .where('device_id', '=', deviceId)
      .where('chat_key', '=', chatLid)
      .execute()
    await movePause(tx, move)
    await moveAwaited(tx, move)
  },

  async hasOpenFirstReply(tx: Db, { deviceId, messageId }: Message): Promise<boolean> {
    const reply = await tx
      .selectFrom('chatbot_replies')
      .select('message_id')
      .where('device_id', '=', deviceId)
      .where('inbox_message_id', '=', messageId)
      .where('fired_item_id', 'is not', null)
      .where('state', '=', 'open')
      .executeTakeFirst()
    return reply !== undefined
  },

  reword: rewordResponses,

  areOpen: sql<SqlBool>`exists (
    select 1 from chatbot_replies as reply
    where reply.device_id = inbox.device_id and reply.inbox_message_id = inbox.message_id
      and (reply.state = ${OPEN} or reply.next_item_id is not null)
  )`,

  async forget(tx: Db, messages: readonly Message[]): Promise<void> {
    if (messages.length === 0) return
    const keys = messages.map(({ deviceId, messageId }) => sql`(${deviceId}, ${messageId})`)
    await tx
      .deleteFrom('chatbot_replies')
      .where(sql<SqlBool>`(device_id, inbox_message_id) in (values ${sql.join(keys)})`)
      .execute()
  },
}

/** The longer pause applies, and replies forgiven by either 'Resume' stay forgiven. */
async function movePause(tx: Db, { deviceId, chatLid, number }: ChatMove): Promise<void> {
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

async function moveAwaited(tx: Db, { deviceId, chatLid, number }: ChatMove): Promise<void> {
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

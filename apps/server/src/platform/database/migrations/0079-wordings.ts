import type { Kysely } from 'kysely'
import { belongsTo, bigint, tablesOf, text } from './baseline/build-table.ts'

/** What a message said before it was edited, and its reactions. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const table = tablesOf(db)
  await table(
    'message_wordings',
    { device_id: belongsTo('devices'), message_id: text, at: bigint, text },
    { primaryKey: { message_wordings_pk: ['device_id', 'message_id', 'at'] } },
  )
  await table(
    'message_reactions',
    {
      device_id: belongsTo('devices'),
      message_id: text,
      sender_jid: text,
      emoji: text,
      at: bigint,
    },
    { primaryKey: { message_reactions_pk: ['device_id', 'message_id', 'sender_jid'] } },
  )
}

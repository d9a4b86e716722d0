import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import { inSteps } from '../../platform/database/in-steps.ts'

const ERASED_AT_ONCE = 250

/** What a member may have very much of: a table, its key, and how its rows are found. */
const MUCH = [
  { table: 'recipients', key: ['id'], of: 'campaigns', through: 'campaign_id' },
  {
    table: 'group_members',
    key: ['group_id', 'contact_id'],
    of: 'contact_groups',
    through: 'group_id',
  },
  { table: 'contacts', key: ['id'] },
  { table: 'saved_responses', key: ['id'] },
  { table: 'network_names', key: ['user_id', 'phone_number'] },
  {
    table: 'awaited_responses',
    key: ['device_id', 'chat_key', 'contact_key', 'item_id'],
    of: 'devices',
    through: 'device_id',
  },
  { table: 'outgoing', key: ['device_id', 'message_id'], of: 'devices', through: 'device_id' },
  {
    table: 'chatbot_replies',
    key: ['device_id', 'message_id'],
    of: 'devices',
    through: 'device_id',
  },
  { table: 'inbox', key: ['device_id', 'message_id'], of: 'devices', through: 'device_id' },
] as const

/**
 * Erases most of a member's rows in short transactions, so that little goes with the member's own
 * row. Whatever comes meanwhile, or is left by a crash, goes with that one.
 */
export async function eraseRows(db: Db, memberId: string): Promise<void> {
  for (const rows of MUCH) await inSteps(() => eraseSome(db, rows, memberId))
}

/** False when nothing is left. */
async function eraseSome(db: Db, rows: (typeof MUCH)[number], memberId: string): Promise<boolean> {
  const { table, key } = rows
  const columns = sql.join(key.map((column) => sql.ref(`${table}.${column}`)))
  const theirs =
    'of' in rows
      ? sql`
          join ${sql.table(rows.of)} on ${sql.ref(`${rows.of}.id`)} = ${sql.ref(rows.through)}
          where ${sql.ref(`${rows.of}.user_id`)} = ${memberId}`
      : sql`where user_id = ${memberId}`
  const { numAffectedRows } = await sql`
    delete from ${sql.table(table)} where (${columns}) in (
      select ${columns} from ${sql.table(table)} ${theirs} limit ${ERASED_AT_ONCE}
    )
  `.execute(db)
  return numAffectedRows === BigInt(ERASED_AT_ONCE)
}

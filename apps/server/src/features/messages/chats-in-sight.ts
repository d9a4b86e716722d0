import { expressionBuilder, type SqlBool, sql } from 'kysely'
import type { Sight } from '../../platform/caller.ts'
import type { Narrowing } from '../../platform/database/in-sight.ts'
import type { Database } from '../../platform/database/schema.ts'

const eb = expressionBuilder<Database>()

/**
 * Narrows a query to rows of chats that are seen, by the columns with the number's id and the key
 * of the chat. Of who sees own chats only, chats that somebody else answers are withheld; the query
 * of anybody else stays as it is.
 */
export function onlySeenChats(
  { ownChatsOnly, personId }: Pick<Sight, 'ownChatsOnly' | 'personId'>,
  columns: { readonly deviceId: string; readonly chatKey: string },
): Narrowing {
  return (query) => {
    if (!ownChatsOnly) return query
    const ofOthers = eb
      .selectFrom('chats')
      .select('chats.id')
      .where('chats.device_id', '=', sql.ref<string>(columns.deviceId))
      .where('chats.chat_key', '=', sql.ref<string>(columns.chatKey))
      .where('chats.assigned_to', 'is not', null)
      .where('chats.assigned_to', '<>', personId)
    return query.where(sql<SqlBool>`not exists ${ofOthers}`)
  }
}

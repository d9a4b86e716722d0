import { type SqlBool, sql } from 'kysely'

/** SQL: whether a chatbot item uses the file in this column. */
export function itemUsesMedia(mediaId: string) {
  return sql<SqlBool>`exists (
    select 1 from chatbot_items where chatbot_items.media_id = ${sql.ref(mediaId)}
  )`
}

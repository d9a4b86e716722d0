import { type SqlBool, sql } from 'kysely'

/** In a query: whether a chatbot item has the file in this column. */
export function itemUsesMedia(mediaId: string) {
  return sql<SqlBool>`exists (
    select 1 from chatbot_items where chatbot_items.media_id = ${sql.ref(mediaId)}
  )`
}

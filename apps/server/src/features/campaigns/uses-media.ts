import { type SqlBool, sql } from 'kysely'

/** SQL: whether a campaign uses the file in this column. */
export function campaignUsesMedia(mediaId: string) {
  return sql<SqlBool>`exists (
    select 1 from campaign_media where campaign_media.media_id = ${sql.ref(mediaId)}
  )`
}

import { sql } from 'kysely'

/** SQL: the time zone of the newest campaign of the user in this column; null without one. */
export function newestTimeZone(userId: string) {
  return sql<string | null>`(
    select campaigns.time_zone from campaigns
    where campaigns.user_id = ${sql.ref(userId)} order by campaigns.id desc limit 1
  )`
}

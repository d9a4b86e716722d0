import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Sight } from '../../../platform/caller.ts'
import type { Db } from '../../../platform/database/database.ts'
import { onlySeen } from '../../../platform/database/in-sight.ts'

/** The number of campaigns of these workspaces. */
export async function campaignsOf(
  db: Db,
  workspaceIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const rows = await db
    .selectFrom('campaigns')
    .select((eb) => ['user_id', eb.fn.countAll<number>().as('amount')])
    .where('user_id', 'in', workspaceIds)
    .where('erasing', '=', 0)
    .groupBy('user_id')
    .execute()
  return new Map(rows.map((row) => [row.user_id, Number(row.amount)]))
}

const WAITING = sql<number>`case when freezes.dropping = 1 then 0 else queued + held end`
const JOINING = sql<number>`coalesce(freezes.expected, 0)`

/**
 * The people in the ledgers of these workspaces' campaigns, also of those being deleted; includes
 * people who are still being frozen instead of those they replace.
 */
export async function recipientsOf(
  db: Db,
  workspaceIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const settled = sql<number>`sending + sent + delivered + "read" + failed + skipped`
  return sumsOf(peopleOf(db, workspaceIds, sql<number>`${WAITING} + ${settled} + ${JOINING}`))
}

/**
 * The number of open people in the campaigns of these workspaces, switched on or off;
 * includes people who are still being frozen instead of those they replace.
 */
export async function peopleWaitingOf(
  db: Db,
  workspaceIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const waiting = sql<number>`${WAITING} + sending + ${JOINING}`
  return sumsOf(peopleOf(db, workspaceIds, waiting).where('erasing', '=', 0))
}

function peopleOf(db: Db, workspaceIds: readonly string[], people: RawBuilder<number>) {
  return db
    .selectFrom('campaigns')
    .leftJoin('freezes', 'freezes.campaign_id', 'campaigns.id')
    .select((eb) => ['user_id', eb.fn.sum<number>(people).as('amount')])
    .where('user_id', 'in', workspaceIds)
    .groupBy('user_id')
}

async function sumsOf(query: ReturnType<typeof peopleOf>): Promise<ReadonlyMap<string, number>> {
  const rows = await query.execute()
  return new Map(rows.map((row) => [row.user_id, Number(row.amount)]))
}

/** Which of these campaigns are seen. */
export async function campaignsAmong(
  db: Db,
  sight: Sight,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('campaigns')
    .select('id')
    .where('id', 'in', ids)
    .where('user_id', '=', sight.workspaceId)
    .$call(onlySeen(sight, 'device_id'))
    .where('erasing', '=', 0)
    .execute()
  return new Set(rows.map(({ id }) => id))
}

/** Whose a campaign is, and its number; null for an unknown one. */
export async function campaignPlace(
  db: Db,
  id: string,
): Promise<{ workspaceId: string; deviceId: string } | null> {
  const row = await db
    .selectFrom('campaigns')
    .select(['user_id', 'device_id'])
    .where('id', '=', id)
    .where('erasing', '=', 0)
    .executeTakeFirst()
  return row ? { workspaceId: row.user_id, deviceId: row.device_id } : null
}

/** Some numbers of a workspace. */
interface SeenNumbers {
  readonly workspaceId: string
  readonly deviceIds: readonly string[]
}

/** SQL: the ids of the campaigns of these numbers. */
export function campaignIdsOf({ workspaceId, deviceIds }: SeenNumbers) {
  return sql<string>`(
    select campaigns.id from campaigns
    where campaigns.user_id = ${workspaceId} and campaigns.device_id in (${sql.join(deviceIds)})
  )`
}

/** The summary of the campaigns of these numbers, as `totalsChange` counts it. */
export async function campaignTotalsOf(db: Db, { workspaceId, deviceIds }: SeenNumbers) {
  const sums = await db
    .selectFrom('campaigns')
    .select((eb) => [
      eb.fn.sum<number | null>(sql`sending + sent + delivered + "read" + failed`).as('total'),
      eb.fn.sum<number | null>(sql`delivered + "read"`).as('sent'),
      eb.fn.sum<number | null>('failed').as('failed'),
    ])
    .where('user_id', '=', workspaceId)
    .where('device_id', 'in', deviceIds)
    .where('erasing', '=', 0)
    .executeTakeFirstOrThrow()
  const { total, sent, failed } = sums
  return { total: Number(total), sent: Number(sent), failed: Number(failed) }
}

/** SQL: the time zone of the newest campaign of the workspace in this column; null without one. */
export function newestTimeZone(workspaceId: string) {
  return sql<string | null>`(
    select campaigns.time_zone from campaigns
    where campaigns.user_id = ${sql.ref(workspaceId)} order by campaigns.id desc limit 1
  )`
}

/** SQL: whether a campaign uses the file in this column. */
export function campaignUsesMedia(mediaId: string) {
  return sql<SqlBool>`exists (
    select 1 from campaign_media where campaign_media.media_id = ${sql.ref(mediaId)}
  )`
}

/** The names of the campaigns of these recipients, by the recipients' ids. */
export async function campaignNamesOf(
  db: Db,
  recipientIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (recipientIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('recipients')
    .innerJoin('campaigns', 'campaigns.id', 'recipients.campaign_id')
    .select(['recipients.id', 'campaigns.name'])
    .where('recipients.id', 'in', recipientIds)
    .execute()
  return new Map(rows.map((row) => [row.id, row.name]))
}

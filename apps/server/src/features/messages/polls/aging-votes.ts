import { type SqlBool, sql } from 'kysely'
import type { AgingPlace, AgingRows, AgingStep } from '../../../platform/database/aging-rows.ts'

/** Votes, also in sent or pruned polls. */
export const agingVotes: AgingRows = {
  name: 'votes',
  async step(tx, { before, after, rows }): Promise<AgingStep> {
    const page = await tx
      .selectFrom('poll_votes')
      .select(['device_id', 'poll_id'])
      .distinct()
      .where(sql<SqlBool>`(device_id, poll_id) > (${after?.[0] ?? ''}, ${after?.[1] ?? ''})`)
      .orderBy('device_id')
      .orderBy('poll_id')
      .limit(rows)
      .execute()
    const end = page.at(-1)
    if (!end) return { last: null, removed: 0, emptied: 0, mediaIds: [] }
    const polls = sql.join(page.map((row) => sql`(${row.device_id}, ${row.poll_id})`))
    const { numDeletedRows } = await tx
      .deleteFrom('poll_votes')
      .where(sql<SqlBool>`(device_id, poll_id) in (values ${polls})`)
      .where('at', '<', before)
      .executeTakeFirstOrThrow()
    const last: AgingPlace | null = page.length === rows ? [end.device_id, end.poll_id] : null
    return { last, removed: Number(numDeletedRows), emptied: 0, mediaIds: [] }
  },
}

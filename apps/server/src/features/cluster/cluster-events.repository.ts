import type { RawBuilder } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import { newId } from '../../platform/ids.ts'

/** What happens among the nodes, and is shown on their page. */
export type ClusterEventCode =
  | 'node_joined'
  | 'node_stopped'
  | 'node_silent'
  | 'draining'
  | 'serving'

const KEPT = 200

export function createClusterEventsRepository(db: Db, now: () => RawBuilder<number>) {
  return {
    async add(code: ClusterEventCode, params: Readonly<Record<string, string | number>>) {
      const id = newId()
      await db
        .insertInto('cluster_events')
        .values({ id, at: now(), code, params: JSON.stringify(params) })
        .execute()
      const oldest = await db
        .selectFrom('cluster_events')
        .select('id')
        .orderBy('id', 'desc')
        .offset(KEPT)
        .limit(1)
        .executeTakeFirst()
      if (!oldest) return
      await db.deleteFrom('cluster_events').where('id', '<=', oldest.id).execute()
    },

    /** Newest first. */
    list: (most: number) =>
      db.selectFrom('cluster_events').selectAll().orderBy('id', 'desc').limit(most).execute(),
  }
}

export type ClusterEventsRepository = ReturnType<typeof createClusterEventsRepository>

import { ClusterEventCode } from '@kirim/contract/cluster'
import type { RawBuilder } from 'kysely'
import { z } from 'zod'
import type { Db } from '../../platform/database/database.ts'
import { newId } from '../../platform/ids.ts'

/** What is known of an event beside its moment. */
const Params = z
  .object({
    /** The id of the node, and what it was called. */
    node: z.string(),
    name: z.string(),
    devices: z.number(),
    ms: z.number(),
    /** Names of nodes. */
    by: z.array(z.string()),
    /** The name of the admin who asked for it. */
    askedBy: z.string(),
  })
  .partial()
export type ClusterEventParams = Readonly<z.infer<typeof Params>>

export interface ClusterEvent {
  readonly id: string
  readonly at: number
  readonly code: ClusterEventCode
  readonly params: ClusterEventParams
}

const KEPT = 200

export function createClusterEventsRepository(db: Db, now: () => RawBuilder<number>) {
  return {
    async add(code: ClusterEventCode, params: ClusterEventParams) {
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

    /** Newest first; without those that only another version knows. */
    async list(most: number): Promise<readonly ClusterEvent[]> {
      const rows = await db
        .selectFrom('cluster_events')
        .selectAll()
        .orderBy('id', 'desc')
        .limit(most)
        .execute()
      return rows.flatMap(({ id, at, code, params }) => {
        const known = ClusterEventCode.safeParse(code)
        return known.success ? { id, at, code: known.data, params: readParams(params) } : []
      })
    },
  }
}

function readParams(json: string): ClusterEventParams {
  const read = Params.safeParse(JSON.parse(json))
  return read.success ? read.data : {}
}

export type ClusterEventsRepository = ReturnType<typeof createClusterEventsRepository>

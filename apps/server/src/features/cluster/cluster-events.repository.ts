import { ClusterEventCode } from '@kirim/contract/cluster'
import type { RawBuilder } from 'kysely'
import { z } from 'zod'
import type { Db } from '../../platform/database/database.ts'
import { newId } from '../../platform/ids.ts'

/** The parameters of an event. */
const Params = z
  .object({
    /** The id of the node, and its name at the time. */
    node: z.string(),
    name: z.string(),
    devices: z.number(),
    ms: z.number(),
    /** The names of the nodes that took over the devices. */
    by: z.array(z.string()),
    /** The name of the admin who requested it. */
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

const EVENTS_KEPT = 200

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
        .offset(EVENTS_KEPT)
        .limit(1)
        .executeTakeFirst()
      if (!oldest) return
      await db.deleteFrom('cluster_events').where('id', '<=', oldest.id).execute()
    },

    /** Lists events, newest first; leaves out kinds that are unknown to this version. */
    async list(most: number): Promise<readonly ClusterEvent[]> {
      const rows = await db
        .selectFrom('cluster_events')
        .selectAll()
        .orderBy('id', 'desc')
        .limit(most)
        .execute()
      return rows.flatMap(({ id, at, code, params }) => {
        const parsed = ClusterEventCode.safeParse(code)
        return parsed.success ? { id, at, code: parsed.data, params: readParams(params) } : []
      })
    },
  }
}

function readParams(json: string): ClusterEventParams {
  const read = Params.safeParse(JSON.parse(json))
  return read.success ? read.data : {}
}

export type ClusterEventsRepository = ReturnType<typeof createClusterEventsRepository>

import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type {
  AgingPlace,
  AgingQuery,
  AgingRows,
  AgingStep,
} from '../../platform/database/aging-rows.ts'
import type { Db } from '../../platform/database/database.ts'
import type { OutgoingTable } from '../../platform/database/schema/outgoing.ts'
import type { OriginKind, OriginPort, Origins, Remains } from './delivery.ports.ts'

const PENDING = sql.lit<OutgoingTable['state']>('pending')

interface Part {
  readonly origin: OriginKind
  readonly originId: string
  readonly mediaId: string | null
  readonly isAged: boolean
  readonly hasWords: boolean
}

/**
 * Removes messages once all of their origin's are settled and old, and empties those whose state
 * their origin still needs. Walks the index of origins, so that all parts of one come together.
 */
export function createAgingMessages(origins: Pick<Origins, 'of'>): AgingRows {
  async function step(tx: Db, query: AgingQuery): Promise<AgingStep> {
    const last = await endOf(tx, query)
    const parts = await partsBetween(tx, query, last)
    const done = { removed: 0, emptied: 0, mediaIds: new Set<string>() }
    for (const [kind, own] of Object.entries(Object.groupBy(parts, ({ origin }) => origin))) {
      const origin = kind as OriginKind
      const aged = agedIn(own)
      const remains = await remainsOf(tx, origins.of(origin).remains, aged)
      const [removed, emptied] = (['nothing', 'state'] as const).map((kept) =>
        own.filter(
          (part) => remains.get(part.originId) === kept && (kept === 'nothing' || part.hasWords),
        ),
      ) as [Part[], Part[]]
      done.removed += await remove(tx, origin, query.before, idsOf(removed))
      done.emptied += await empty(tx, origin, query.before, idsOf(emptied))
      for (const { mediaId } of [...removed, ...emptied]) if (mediaId) done.mediaIds.add(mediaId)
    }
    return { last, ...done, mediaIds: [...done.mediaIds] }
  }

  return { name: 'messages', step }
}

async function remainsOf(
  tx: Db,
  ask: OriginPort['remains'],
  ids: readonly string[],
): Promise<ReadonlyMap<string, Remains>> {
  if (ids.length === 0) return new Map()
  return ask ? ask(tx, ids) : new Map(ids.map((id) => [id, 'nothing']))
}

/** Origins whose messages are all settled and old. */
function agedIn(parts: readonly Part[]): string[] {
  const open = new Set(parts.filter(({ isAged }) => !isAged).map(({ originId }) => originId))
  return idsOf(parts).filter((id) => !open.has(id))
}

const idsOf = (parts: readonly Part[]) => [...new Set(parts.map(({ originId }) => originId))]

const isAfter = ([origin, id]: AgingPlace) => sql<SqlBool>`(origin, origin_id) > (${origin}, ${id})`
const isUpTo = ([origin, id]: AgingPlace) => sql<SqlBool>`(origin, origin_id) <= (${origin}, ${id})`
const isAged = (before: number) => sql<SqlBool>`state <> ${PENDING} and created_at < ${before}`

async function endOf(tx: Db, { after, rows }: AgingQuery): Promise<AgingPlace | null> {
  const row = await tx
    .selectFrom('outgoing')
    .select(['origin', 'origin_id'])
    .$if(after !== null, (query) => query.where(isAfter(after ?? ['', ''])))
    .orderBy('origin')
    .orderBy('origin_id')
    .orderBy('part')
    .orderBy('device_id')
    .offset(rows - 1)
    .limit(1)
    .executeTakeFirst()
  return row ? [row.origin, row.origin_id] : null
}

async function partsBetween(
  tx: Db,
  { after, before }: AgingQuery,
  last: AgingPlace | null,
): Promise<Part[]> {
  const asNumber = (condition: RawBuilder<SqlBool>) =>
    sql<number>`case when ${condition} then 1 else 0 end`
  const rows = await tx
    .selectFrom('outgoing')
    .select(['origin', 'origin_id', 'media_id'])
    .select(asNumber(isAged(before)).as('aged'))
    .select(asNumber(sql`text <> '' or media_id is not null`).as('worded'))
    .$if(after !== null, (query) => query.where(isAfter(after ?? ['', ''])))
    .$if(last !== null, (query) => query.where(isUpTo(last ?? ['', ''])))
    .execute()
  return rows.map((row) => ({
    origin: row.origin,
    originId: row.origin_id,
    mediaId: row.media_id,
    isAged: row.aged === 1,
    hasWords: row.worded === 1,
  }))
}

/** A message stored again meanwhile stays. */
async function remove(tx: Db, origin: OriginKind, before: number, ids: readonly string[]) {
  if (ids.length === 0) return 0
  const { numDeletedRows } = await tx
    .deleteFrom('outgoing')
    .where('origin', '=', origin)
    .where('origin_id', 'in', ids)
    .where(isAged(before))
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}

async function empty(tx: Db, origin: OriginKind, before: number, ids: readonly string[]) {
  if (ids.length === 0) return 0
  const { numUpdatedRows } = await tx
    .updateTable('outgoing')
    .set({ text: '', media_id: null })
    .where('origin', '=', origin)
    .where('origin_id', 'in', ids)
    .where(isAged(before))
    .executeTakeFirstOrThrow()
  return Number(numUpdatedRows)
}

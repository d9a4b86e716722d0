import { setImmediate } from 'node:timers/promises'
import type { QueryOf } from '@kirim/contract/call'
import type { ChatStats, loadChatStats } from '@kirim/contract/chat-stats'
import { sql } from 'kysely'
import { findAuthors, type NamesOf } from '../../../platform/authors.ts'
import type { Sight } from '../../../platform/caller.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/database/database.ts'
import { onlySeen } from '../../../platform/database/in-sight.ts'
import { localMoment } from '../../../platform/export/local-moment.ts'
import type { ChatsStore } from '../chats.ports.ts'
import { seenChats } from '../list/chat-lists.repository.ts'
import { type CountedStep, createFigures } from './chat-figures.ts'

const DAY_MS = 86_400_000
const QUARTER_MS = 900_000
/** Steps read at once. */
const PAGE = 2000

export interface StatsDeps {
  readonly db: Db
  readonly clock: Clock
  readonly store: Pick<ChatsStore, 'rows'>
  readonly namesOf: NamesOf
}

type Query = QueryOf<typeof loadChatStats>
type Figures = ReturnType<typeof createFigures>

interface Step extends CountedStep {
  readonly id: string
  readonly at: number
  readonly deviceId: string
  readonly personId: string | null
}

/** The figures of the last days, of the chats that somebody sees. */
export async function loadStats(
  deps: StatsDeps,
  sight: Sight,
  { days, deviceId, timeZone }: Query,
): Promise<ChatStats> {
  const now = deps.clock.now()
  const dayOf = createDays(timeZone)
  const total = createFigures()
  const byDay = new Map<string, Figures>()
  for (let n = Number(days) - 1; n >= 0; n -= 1) {
    byDay.set(dayOf(now - n * DAY_MS), createFigures())
  }
  const byNumber = new Map<string, Figures>()
  const byAuthor = new Map<string, { figures: Figures; step: Step }>()
  for await (const step of stepsSince(deps, sight, now - Number(days) * DAY_MS, deviceId)) {
    const day = byDay.get(dayOf(step.at))
    if (!day) continue
    total.add(step)
    day.add(step)
    at(byNumber, step.deviceId, createFigures).add(step)
    if (step.kind === 'come') continue
    const author = () => ({ figures: createFigures(), step })
    at(byAuthor, step.personId ?? step.by, author).figures.add(step)
  }
  const authors = [...byAuthor.values()]
  const ids = authors.map(({ step }) => step.personId)
  const authorOf = await findAuthors(deps.namesOf, sight.workspaceId, ids)
  return {
    total: total.figures(),
    days: [...byDay].map(([day, figures]) => ({ day, ...figures.figures() })),
    numbers: [...byNumber].map(([deviceId, figures]) => ({ deviceId, ...figures.figures() })),
    people: authors
      .map(({ figures, step: { by, personId } }) => ({
        by,
        person: personId === null ? null : (authorOf(personId) ?? null),
        ...figures.figures(),
      }))
      .sort((one, other) => other.answered - one.answered),
  }
}

/** Days by a local clock, which no time zone sets within a quarter of an hour. */
function createDays(timeZone: string): (at: number) => string {
  const days = new Map<number, string>()
  return (moment) => {
    const quarter = Math.floor(moment / QUARTER_MS)
    return at(days, quarter, () => localMoment(quarter * QUARTER_MS, timeZone).slice(0, 10))
  }
}

function at<Key, Value>(map: Map<Key, Value>, key: Key, create: () => Value): Value {
  const known = map.get(key)
  if (known !== undefined) return known
  const value = create()
  map.set(key, value)
  return value
}

/** Page by page, by the indexes of the two tables. */
async function* stepsSince(
  deps: StatsDeps,
  sight: Sight,
  since: number,
  deviceId: string | undefined,
): AsyncGenerator<Step> {
  for (const pageAfter of [answersPage, closesPage]) {
    for (let after = { at: since, id: '' }; ; ) {
      const page = await pageAfter(deps, sight, after, deviceId)
      yield* page
      const last = page.at(-1)
      if (!last || page.length < PAGE) break
      after = last
      await setImmediate()
    }
  }
}

interface After {
  readonly at: number
  readonly id: string
}

async function answersPage(
  { db, store }: StatsDeps,
  sight: Sight,
  after: After,
  deviceId: string | undefined,
): Promise<Step[]> {
  const rows = await db
    .selectFrom('chat_steps as step')
    .select(['step.id', 'step.at', 'step.kind', 'step.by', 'step.device_id as deviceId'])
    .select(['step.person_id as personId', 'step.waited_ms as waitedMs', 'step.is_first'])
    .where('step.user_id', '=', sight.workspaceId)
    .where(sql<boolean>`(step.at, step.id) > (${after.at}, ${after.id})`)
    .$call(onlySeen(sight, 'step.device_id'))
    .where(({ not, exists }) => not(exists(groupThatIsOff(db, store))))
    .$if(deviceId !== undefined, (query) => query.where('step.device_id', '=', deviceId ?? ''))
    .$if(sight.ownChatsOnly, (query) =>
      query.where('step.chat_id', 'in', ownChats(db, store, sight)),
    )
    .orderBy('step.at')
    .orderBy('step.id')
    .limit(PAGE)
    .execute()
  return rows.map(({ is_first, ...row }) => ({ ...row, isFirst: is_first === 1 }))
}

async function closesPage(
  { db, store }: StatsDeps,
  sight: Sight,
  after: After,
  deviceId: string | undefined,
): Promise<Step[]> {
  const rows = await db
    .selectFrom('chat_entries as entry')
    .innerJoin(store.rows.as('chat'), 'chat.id', 'entry.chat_id')
    .select(['entry.id', 'entry.at', 'entry.person_id as personId', 'chat.device_id as deviceId'])
    .where('entry.user_id', '=', sight.workspaceId)
    .where('entry.kind', '=', sql.lit('closed' as const))
    .where(sql<boolean>`(entry.at, entry.id) > (${after.at}, ${after.id})`)
    .$call(seenChats(sight))
    .$if(deviceId !== undefined, (query) => query.where('chat.device_id', '=', deviceId ?? ''))
    .orderBy('entry.at')
    .orderBy('entry.id')
    .limit(PAGE)
    .execute()
  const closed = { kind: 'closed', by: 'member', waitedMs: null, isFirst: false } as const
  return rows.map((row) => ({ ...row, ...closed }))
}

/** The chat of a step, if it is a group that nobody is shown. */
function groupThatIsOff(db: Db, { rows }: Pick<ChatsStore, 'rows'>) {
  return db
    .selectFrom(rows.as('chat'))
    .select('chat.id')
    .where(sql<boolean>`chat.id = step.chat_id and chat.hidden = 1`)
}

function ownChats(db: Db, { rows }: Pick<ChatsStore, 'rows'>, sight: Sight) {
  return db.selectFrom(rows.as('chat')).select('chat.id').$call(seenChats(sight))
}

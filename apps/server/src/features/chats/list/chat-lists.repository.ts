import type { ChatFilter, ChatView } from '@kirim/contract/chats'
import { type Expression, type SqlBool, sql } from 'kysely'
import type { Sight } from '../../../platform/caller.ts'
import type { Db } from '../../../platform/database/database.ts'
import { type Narrowing, onlySeen } from '../../../platform/database/in-sight.ts'
import type { ChatRow, ChatsStore } from '../chats.ports.ts'

/** Parts of a view, each in the order of an index. */
const SECTIONS = {
  unanswered: {
    column: 'chat.waiting_since',
    direction: 'asc',
    has: sql<SqlBool>`chat.waiting_since is not null and chat.closed_at is null
      and chat.snoozed_at is null`,
  },
  answered: {
    column: 'chat.last_at',
    direction: 'desc',
    has: sql<SqlBool>`chat.waiting_since is null and chat.closed_at is null
      and chat.snoozed_at is null`,
  },
  snoozed: {
    column: 'chat.snoozed_at',
    direction: 'desc',
    has: sql<SqlBool>`chat.snoozed_at is not null and chat.closed_at is null`,
  },
  closed: {
    column: 'chat.closed_at',
    direction: 'desc',
    has: sql<SqlBool>`chat.closed_at is not null`,
  },
} as const

export type Section = keyof typeof SECTIONS

/** Where a page begins: after this chat of a section. */
export interface ListPlace {
  readonly section: Section
  readonly at: number
  readonly id: string
}

export const SECTIONS_OF: Readonly<Record<ChatView, readonly Section[]>> = {
  unanswered: ['unanswered'],
  mine: ['unanswered', 'answered'],
  all: ['unanswered', 'answered'],
  snoozed: ['snoozed'],
  closed: ['closed'],
}

export interface ListQuestion {
  readonly view: ChatView
  readonly filter: ChatFilter
  readonly after: ListPlace | null
  readonly limit: number
}

/** A condition of a filter that other tables answer; null when the filter does not ask. */
export type FilterCondition = (filter: ChatFilter) => Expression<SqlBool> | null

/** Narrows rows of `chat` to those that somebody sees; nobody sees groups that are off. */
export function seenChats(sight: Sight): Narrowing {
  return (query) => {
    const own = query.where(sql<SqlBool>`chat.user_id = ${sight.workspaceId} and chat.hidden = 0`)
    const seen = onlySeen(sight, 'chat.device_id')(own)
    if (!sight.ownChatsOnly) return seen
    return seen.where(
      sql<SqlBool>`(chat.assigned_to is null or chat.assigned_to = ${sight.personId})`,
    )
  }
}

/** Chats in the order of the views. */
export function createChatListsRepository(
  db: Db,
  { rows }: Pick<ChatsStore, 'rows'>,
  conditions: readonly FilterCondition[],
) {
  async function sectionPage(
    sight: Sight,
    section: Section,
    { view, filter, after, limit }: ListQuestion,
  ): Promise<ChatRow[]> {
    const { column, direction, has } = SECTIONS[section]
    const place = sql`(${sql.ref(column)}, chat.id)`
    const isLater = sql.raw(direction === 'asc' ? '>' : '<')
    let query = db
      .selectFrom(rows.as('chat'))
      .selectAll('chat')
      .$call(seenChats(sight))
      .where(has)
      .orderBy(sql.ref(column), direction)
      .orderBy('chat.id', direction)
      .limit(limit)
    if (after?.section === section) {
      query = query.where(sql<SqlBool>`${place} ${isLater} (${after.at}, ${after.id})`)
    }
    if (view === 'mine') query = query.where('chat.assigned_to', '=', sight.personId)
    for (const condition of conditionsOf(filter)) query = query.where(condition)
    return query.execute()
  }

  function conditionsOf(filter: ChatFilter): Expression<SqlBool>[] {
    const { deviceId, kind, assignedTo } = filter
    return [
      deviceId === undefined ? null : sql<SqlBool>`chat.device_id = ${deviceId}`,
      kind === undefined ? null : sql<SqlBool>`chat.kind = ${kind}`,
      assignedTo === undefined
        ? null
        : assignedTo === 'nobody'
          ? sql<SqlBool>`chat.assigned_to is null`
          : sql<SqlBool>`chat.assigned_to = ${assignedTo}`,
      ...conditions.map((condition) => condition(filter)),
    ].filter((condition) => condition !== null)
  }

  return {
    /** Chats of a view after a place, at most `limit`. */
    async page(sight: Sight, question: ListQuestion): Promise<ChatRow[]> {
      const { view, after, limit } = question
      const sections = SECTIONS_OF[view]
      const found: ChatRow[] = []
      for (const section of sections.slice(after ? sections.indexOf(after.section) : 0)) {
        const left = limit - found.length
        if (left > 0) {
          found.push(...(await sectionPage(sight, section, { ...question, limit: left })))
        }
      }
      return found
    },

    /** The chats among these that are there, whoever sees them. */
    async among(ids: readonly string[]): Promise<ChatRow[]> {
      if (ids.length === 0) return []
      return db.selectFrom(rows.as('chat')).selectAll('chat').where('id', 'in', ids).execute()
    },

    async atKeys(deviceId: string, keys: readonly string[]): Promise<ChatRow[]> {
      if (keys.length === 0) return []
      return db
        .selectFrom(rows.as('chat'))
        .selectAll('chat')
        .where('device_id', '=', deviceId)
        .where('chat_key', 'in', keys)
        .execute()
    },

    /** Other chats with the person of a chat, the newest first. */
    async ofPerson(
      sight: Sight,
      { id, number, lid }: Pick<ChatRow, 'id' | 'number' | 'lid'>,
      limit: number,
    ): Promise<ChatRow[]> {
      return db
        .selectFrom(rows.as('chat'))
        .selectAll('chat')
        .$call(seenChats(sight))
        .where((eb) => eb.or([eb('chat.number', '=', number), eb('chat.lid', '=', lid)]))
        .where('chat.id', '<>', id)
        .orderBy('chat.last_at', 'desc')
        .limit(limit)
        .execute()
    },

    /** Null when it is not there or not seen. */
    async find(sight: Sight, id: string, tx: Db = db): Promise<ChatRow | null> {
      const row = await tx
        .selectFrom(rows.as('chat'))
        .selectAll('chat')
        .$call(seenChats(sight))
        .where('chat.id', '=', id)
        .executeTakeFirst()
      return row ?? null
    },
  }
}

export type ChatListsRepository = ReturnType<typeof createChatListsRepository>

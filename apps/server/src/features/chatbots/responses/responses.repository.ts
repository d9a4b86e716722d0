import { setImmediate } from 'node:timers/promises'
import type { SavedResponse } from '@kirim/contract/chatbot-tools'
import { type Selectable, sql } from 'kysely'
import type { Db } from '../../../platform/database/database.ts'
import type { SavedResponseTable } from '../../../platform/database/schema/chatbots.ts'
import {
  countUpTo,
  FEW_RESULTS,
  findFew,
  holdsOne,
  isAmong,
  isSqlite,
  SHORT_LIST,
} from '../../../platform/database/text-search.ts'
import { walkRows } from '../../../platform/database/walk-rows.ts'
import { newId } from '../../../platform/ids.ts'
import type { MessageKey, StoredMessage } from '../../../platform/inbound-message.ts'
import { searchableText } from '../../../platform/search-text.ts'

export type ResponseMessage = Pick<
  StoredMessage,
  | 'workspaceId'
  | 'deviceId'
  | 'messageId'
  | 'senderName'
  | 'senderNumber'
  | 'username'
  | 'kind'
  | 'text'
  | 'sentAt'
>

/**
 * Saves a message as a response to an item, in the given transaction; repeating it is harmless.
 */
export async function saveResponse(
  tx: Db,
  message: ResponseMessage,
  item: { readonly id: string; readonly name: string },
): Promise<void> {
  const { deviceId, senderName: name, text } = message
  const phoneNumber = message.senderNumber ?? ''
  const username = message.username ?? ''
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('saved_responses')
    .values(({ selectFrom }) => ({
      id: newId(),
      user_id: message.workspaceId,
      device_id: deviceId,
      message_id: message.messageId,
      // The item may have been deleted since it was chosen.
      item_id: selectFrom('chatbot_items').select('id').where('id', '=', item.id),
      item_name: item.name,
      name,
      phone_number: phoneNumber,
      username,
      kind: message.kind,
      text,
      search_key: searchKey(
        { item_name: item.name, name, phone_number: phoneNumber, username },
        text,
      ),
      at: message.sentAt,
    }))
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  if (numInsertedOrUpdatedRows === 0n) return
  await tx
    .insertInto('response_totals')
    .values({ device_id: deviceId, total: 1 })
    .onConflict((conflict) =>
      conflict
        .column('device_id')
        .doUpdateSet((eb) => ({ total: eb('response_totals.total', '+', 1) })),
    )
    .execute()
}

/** Updates the saved responses of an edited message. */
export async function rewordResponses(
  tx: Db,
  { deviceId, messageId, text }: MessageKey & { readonly text: string },
): Promise<void> {
  const rows = await tx
    .selectFrom('saved_responses')
    .select(['id', 'item_name', 'name', 'phone_number', 'username'])
    .where('device_id', '=', deviceId)
    .where('message_id', '=', messageId)
    .execute()
  for (const row of rows) {
    await tx
      .updateTable('saved_responses')
      .set({ text, search_key: searchKey(row, text) })
      .where('id', '=', row.id)
      .execute()
  }
}

type Names = Pick<
  Selectable<SavedResponseTable>,
  'item_name' | 'name' | 'phone_number' | 'username'
>

function searchKey({ item_name, name, phone_number, username }: Names, text: string): string {
  return searchableText(item_name, name, phone_number, ...(username ? [`@${username}`] : []), text)
}

/** Bytes of text per statement: reading them and writing them as JSON takes some milliseconds. */
const BATCH_BYTES = 1_000_000

export interface ResponseFilter {
  readonly workspaceId: string
  readonly deviceId: string
  /** `search_key` must contain one of them (see `searchTexts`); an empty list matches all. */
  readonly texts: readonly string[]
  /** Restricts the search to these rows, by `text_no` (see `narrow`). */
  readonly among?: readonly number[]
}

/** The size of its text determines how many are read at once. */
export interface FoundResponse {
  readonly id: string
  readonly bytes: number
}

interface Page {
  readonly before: string | null
  readonly limit: number
}

export function createResponsesRepository(db: Db) {
  const select = ({ workspaceId, deviceId, texts, among }: ResponseFilter) =>
    db
      .selectFrom('saved_responses')
      .where(
        // Makes SQLite look up the few rows by number instead of walking through all of the
        // device's.
        among
          ? sql<boolean>`+device_id = ${deviceId} and +user_id = ${workspaceId}`
          : sql<boolean>`device_id = ${deviceId} and user_id = ${workspaceId}`,
      )
      .$if(among !== undefined, (query) => query.where(isAmong(among ?? [])))
      .$if(texts.length > 0, (query) => query.where(holdsOne(texts)))

  async function read(
    filter: ResponseFilter,
    page: Page,
    from: string | null = null,
  ): Promise<FoundResponse[]> {
    return select(filter)
      .select(['id', sql<number>`octet_length(text)`.as('bytes')])
      .$if(page.before !== null, (query) => query.where('id', '<', page.before))
      .$if(from !== null, (query) => query.where('id', '>=', from ?? ''))
      .orderBy('id', 'desc')
      .limit(page.limit)
      .execute()
  }

  /** The id this many responses before another; null when there are fewer. */
  async function idBefore(
    { workspaceId, deviceId }: ResponseFilter,
    before: string | null,
    rows: number,
  ): Promise<string | null> {
    const end = await select({ workspaceId, deviceId, texts: [] })
      .select('id')
      .$if(before !== null, (query) => query.where('id', '<', before))
      .orderBy('id', 'desc')
      .limit(1)
      .offset(rows - 1)
      .executeTakeFirst()
    return end?.id ?? null
  }

  return {
    /**
     * Adds the results of the index when they are few; otherwise walking until a page is full is
     * faster.
     */
    async narrow(filter: ResponseFilter): Promise<ResponseFilter> {
      const among = await findFew(db, filter.deviceId, filter.texts)
      return among ? { ...filter, among } : filter
    },

    /** The ids of responses, newest first, starting after the response `before`. */
    async list(filter: ResponseFilter, page: Page): Promise<FoundResponse[]> {
      const isLedTo = filter.texts.length === 0 || filter.among !== undefined || !isSqlite(db)
      if (isLedTo) return read(filter, page)
      return walkRows({
        from: page.before,
        limit: page.limit,
        endOf: (before, rows) => idBefore(filter, before, rows),
        read: (before, from, limit) => read(filter, { before, limit }, from),
      })
    },

    /**
     * The content of these responses, in order and in batches, because anyone who writes to a
     * number determines how long its responses are.
     */
    async *read(found: readonly FoundResponse[]): AsyncGenerator<SavedResponse[]> {
      for (const step of readSteps(found)) {
        const rows = await db
          .selectFrom('saved_responses')
          .select(['id', 'item_id', 'item_name', 'name', 'phone_number', 'username'])
          .select(['kind', 'text', 'at'])
          .where('id', 'in', step)
          .orderBy('id', 'desc')
          .execute()
        yield rows.map(toResponse)
        await setImmediate()
      }
    },

    /** Null when there may be many. */
    async count(filter: ResponseFilter): Promise<number | null> {
      if (filter.among) return filter.among.length
      if (filter.texts.length === 0) return total(filter.deviceId)
      const isShort = (await total(filter.deviceId)) <= SHORT_LIST
      // SQLite would walk through the whole list.
      if (isSqlite(db) && !isShort) return null
      return countUpTo(select(filter).select('id'), db, isShort ? SHORT_LIST : FEW_RESULTS)
    },
  }

  async function total(deviceId: string): Promise<number> {
    const row = await db
      .selectFrom('response_totals')
      .select('total')
      .where('device_id', '=', deviceId)
      .executeTakeFirst()
    return row?.total ?? 0
  }
}

export type ResponsesRepository = ReturnType<typeof createResponsesRepository>

/** The ids of each batch. */
function* readSteps(found: readonly FoundResponse[]): Generator<string[]> {
  let step: string[] = []
  let total = 0
  for (const { id, bytes } of found) {
    if (step.length > 0 && total + bytes > BATCH_BYTES) {
      yield step
      step = []
      total = 0
    }
    step.push(id)
    total += bytes
  }
  if (step.length > 0) yield step
}

function toResponse(
  row: Omit<
    Selectable<SavedResponseTable>,
    'user_id' | 'device_id' | 'message_id' | 'search_key' | 'text_no'
  >,
): SavedResponse {
  return {
    id: row.id,
    itemId: row.item_id,
    itemName: row.item_name,
    name: row.name,
    phoneNumber: row.phone_number,
    username: row.username,
    kind: row.kind,
    text: row.text,
    at: new Date(row.at).toISOString(),
  }
}

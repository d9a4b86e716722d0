import type { SavedResponse } from '@kirim/contract/chatbot-tools'
import type { MessageKind } from '@kirim/contract/message-kinds'
import { sql } from 'kysely'
import type { Db } from '../../../platform/database/database.ts'
import {
  COUNTED_MAX,
  countUpTo,
  FEW,
  holdsOne,
  isAmong,
  isSqlite,
  textIndex,
} from '../../../platform/database/text-search.ts'
import { walkRows } from '../../../platform/database/walk-rows.ts'
import { newId } from '../../../platform/ids.ts'
import { searchableText } from '../../../platform/search-text.ts'

export interface NewResponse {
  readonly userId: string
  readonly deviceId: string
  /** Of the inbound message. */
  readonly messageId: string
  readonly itemId: string
  readonly itemName: string
  readonly name: string
  /** Digits; empty when the network tells only its own identity. */
  readonly phoneNumber: string
  readonly kind: MessageKind
  readonly text: string
  /** Epoch ms. */
  readonly at: number
}

/** Keeps what somebody wrote under an item, in the given transaction; a second time is harmless. */
export async function saveResponse(tx: Db, response: NewResponse): Promise<void> {
  const { itemId, itemName, name, phoneNumber, text } = response
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('saved_responses')
    .values(({ selectFrom }) => ({
      id: newId(),
      user_id: response.userId,
      device_id: response.deviceId,
      message_id: response.messageId,
      // The item may have been deleted since it was chosen.
      item_id: selectFrom('chatbot_items').select('id').where('id', '=', itemId),
      item_name: itemName,
      name,
      phone_number: phoneNumber,
      kind: response.kind,
      text,
      search_key: searchableText(itemName, name, phoneNumber, text),
      at: response.at,
    }))
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  if (numInsertedOrUpdatedRows === 0n) return
  await tx
    .insertInto('response_totals')
    .values({ device_id: response.deviceId, total: 1 })
    .onConflict((conflict) =>
      conflict
        .column('device_id')
        .doUpdateSet((eb) => ({ total: eb('response_totals.total', '+', 1) })),
    )
    .execute()
}

export interface ResponseFilter {
  readonly userId: string
  readonly deviceId: string
  /** Of which `search_key` must hold one (`searchTexts`); none finds all. */
  readonly texts: readonly string[]
}

interface Page {
  readonly before: string | null
  readonly limit: number
}

/** What is left to look through: some responses by `text_no`, or those from this id on. */
interface Bounds {
  readonly among?: readonly number[]
  readonly from?: string | null
}

export function createResponsesRepository(db: Db) {
  const select = ({ userId, deviceId, texts }: ResponseFilter, { among, from }: Bounds) =>
    db
      .selectFrom('saved_responses')
      .where(
        // SQLite is led to the few by their numbers, where it would walk all of the device.
        among
          ? sql<boolean>`+device_id = ${deviceId} and +user_id = ${userId}`
          : sql<boolean>`device_id = ${deviceId} and user_id = ${userId}`,
      )
      .$if(among !== undefined, (query) => query.where(isAmong(among ?? [])))
      .$if(typeof from === 'string', (query) => query.where('id', '>=', from ?? ''))
      .$if(texts.length > 0, (query) => query.where(holdsOne(texts)))

  async function read(
    filter: ResponseFilter,
    page: Page,
    bounds: Bounds,
  ): Promise<SavedResponse[]> {
    const rows = await select(filter, bounds)
      .select(['id', 'item_id', 'item_name', 'name', 'phone_number', 'kind', 'text', 'at'])
      .$if(page.before !== null, (query) => query.where('id', '<', page.before))
      .orderBy('id', 'desc')
      .limit(page.limit)
      .execute()
    return rows.map((row) => ({
      id: row.id,
      itemId: row.item_id,
      itemName: row.item_name,
      name: row.name,
      phoneNumber: row.phone_number,
      kind: row.kind,
      text: row.text,
      at: new Date(row.at).toISOString(),
    }))
  }

  /** The id so many responses before one; null when there are fewer. */
  async function idBefore(
    { userId, deviceId }: ResponseFilter,
    before: string | null,
    rows: number,
  ): Promise<string | null> {
    const end = await select({ userId, deviceId, texts: [] }, {})
      .select('id')
      .$if(before !== null, (query) => query.where('id', '<', before))
      .orderBy('id', 'desc')
      .limit(1)
      .offset(rows - 1)
      .executeTakeFirst()
    return end?.id ?? null
  }

  return {
    /** Newest first, from after the response `before`. */
    async list(filter: ResponseFilter, page: Page): Promise<SavedResponse[]> {
      if (filter.texts.length === 0 || !isSqlite(db)) return read(filter, page, {})
      const found = await textIndex(db, filter.deviceId, filter.texts)?.find(FEW + 1)
      if (found && found.length <= FEW) return read(filter, page, { among: found })
      return walkRows({
        from: page.before,
        limit: page.limit,
        endOf: (before, rows) => idBefore(filter, before, rows),
        read: (before, from, limit) => read(filter, { before, limit }, { from }),
      })
    },

    /** Null when they are many and no index counts them. */
    async count(filter: ResponseFilter): Promise<number | null> {
      if (filter.texts.length === 0) return total(filter.deviceId)
      if (!isSqlite(db)) return countUpTo(select(filter, {}).select('id'), db)
      const counted = await textIndex(db, filter.deviceId, filter.texts)?.count()
      if (counted !== undefined) return counted
      return (await total(filter.deviceId)) > COUNTED_MAX
        ? null
        : countUpTo(select(filter, {}).select('id'), db)
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

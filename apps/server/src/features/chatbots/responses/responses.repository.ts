import type { SavedResponse } from '@kirim/contract/chatbot-tools'
import type { MessageKind } from '@kirim/contract/message-kinds'
import { type ExpressionBuilder, sql } from 'kysely'
import type { Db } from '../../../platform/database/database.ts'
import type { Schema } from '../../../platform/database/schema.ts'
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
  await tx
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
    .execute()
}

export interface ResponseFilter {
  readonly userId: string
  readonly deviceId: string
  /** LIKE patterns on `search_key`, escaped with `\`; none finds all. */
  readonly patterns: readonly string[]
}

export function createResponsesRepository(db: Db) {
  const select = ({ userId, deviceId, patterns }: ResponseFilter) =>
    db
      .selectFrom('saved_responses')
      .where('device_id', '=', deviceId)
      .where('user_id', '=', userId)
      .$if(patterns.length > 0, (query) =>
        query.where((eb) => eb.or(patterns.map((pattern) => matches(eb, pattern)))),
      )

  return {
    /** Newest first, from after the response `before`. */
    async list(
      filter: ResponseFilter,
      page: { before: string | null; limit: number },
    ): Promise<SavedResponse[]> {
      const rows = await select(filter)
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
    },

    async count(filter: ResponseFilter): Promise<number> {
      const { n } = await select(filter)
        .select((eb) => eb.fn.countAll<number | string>().as('n'))
        .executeTakeFirstOrThrow()
      return Number(n)
    },
  }
}

export type ResponsesRepository = ReturnType<typeof createResponsesRepository>

function matches(eb: ExpressionBuilder<Schema, 'saved_responses'>, pattern: string) {
  return sql<boolean>`${eb.ref('search_key')} like ${pattern} escape ${sql.lit('\\')}`
}

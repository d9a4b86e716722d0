import type { ChatbotItemForm } from '@kirim/contract/chatbots'
import { HandOver } from '@kirim/contract/hand-over'
import type { Selectable } from 'kysely'
import { z } from 'zod'
import { chunks, type Db, flag } from '../../../platform/database/database.ts'
import type { ChatbotItemTable } from '../../../platform/database/schema/chatbots.ts'
import { DomainError } from '../../../platform/errors.ts'
import { inIterations } from '../../../platform/in-iterations.ts'
import type { ApiFailure } from './api-failures.ts'

type FormFields = Omit<
  ChatbotItemForm,
  | 'campaignType'
  | 'status'
  | 'isNotMatchDefaultResponse'
  | 'nextBotAction'
  | 'captionAi'
  | 'useAiFeature'
  | 'removeMediaFile'
>

/** The form's values, with resolved ids. */
export interface ItemSettings extends FormFields {
  readonly enabled: boolean
  readonly isDefault: boolean
  readonly nextItemId: string | null
  readonly caption: string
  readonly useAi: boolean
  readonly mediaId: string | null
}

export interface ItemPlace {
  readonly workspaceId: string
  readonly deviceId: string
  readonly id: string
}

export interface StoredItem extends ItemSettings, ItemPlace {
  readonly createdAt: number
  readonly updatedAt: number
  /** The person who edited it last; null when that was not recorded. */
  readonly changedBy: string | null
}

/** The fields that the checks for cycles and for too many keywords need. */
export type ItemOutline = Pick<StoredItem, 'id' | 'name' | 'keywords' | 'nextItemId'>

/** An item in its owner's list, with the state of its API call. */
export interface ListedItem extends StoredItem {
  /** Null while it does not fail. */
  readonly apiFailure: ApiFailure | null
}

const Keywords = z.array(z.string())

/** A hundred kilobytes of text each, at most. */
const READ_AT_ONCE = 25

export function createItemsRepository(db: Db) {
  const ofNumber = (workspaceId: string, deviceId: string) =>
    db
      .selectFrom('chatbot_items')
      .where('user_id', '=', workspaceId)
      .where('device_id', '=', deviceId)
      .orderBy('id')

  return {
    /** Oldest first; a thousand long ones are read in parts, and others are served in between. */
    async list<Result>(
      workspaceId: string,
      deviceId: string,
      resultOf: (item: ListedItem) => Result,
    ): Promise<Result[]> {
      const rows = await ofNumber(workspaceId, deviceId).select('id').execute()
      const ids = rows.map(({ id }) => id)
      const parts = await inIterations(chunks(ids, READ_AT_ONCE), async (some) => {
        const found = await ofNumber(workspaceId, deviceId)
          .selectAll()
          .where('id', 'in', some)
          .execute()
        return found.map((row) => resultOf(toListedItem(row)))
      })
      return parts.flat()
    },

    /** Oldest first. */
    async outlines(workspaceId: string, deviceId: string): Promise<ItemOutline[]> {
      const rows = await ofNumber(workspaceId, deviceId)
        .select(['id', 'name', 'keywords', 'next_item_id'])
        .execute()
      return rows.map(({ id, name, keywords, next_item_id: nextItemId }) => {
        return { id, name, keywords: keywordsIn(keywords), nextItemId }
      })
    },

    /** Throws `chatbot_item_not_found`. */
    async require({ workspaceId, deviceId, id }: ItemPlace): Promise<StoredItem> {
      const row = await ofNumber(workspaceId, deviceId)
        .selectAll()
        .where('id', '=', id)
        .executeTakeFirst()
      if (!row) throw new DomainError('chatbot_item_not_found')
      return toItem(row)
    },

    async insert(item: StoredItem): Promise<void> {
      await db
        .insertInto('chatbot_items')
        .values({
          id: item.id,
          user_id: item.workspaceId,
          device_id: item.deviceId,
          created_at: item.createdAt,
          updated_at: item.updatedAt,
          changed_by: item.changedBy,
          ...toColumns(item),
        })
        .execute()
    },

    async update(item: StoredItem): Promise<void> {
      await db
        .updateTable('chatbot_items')
        .set({ ...toColumns(item), updated_at: item.updatedAt, changed_by: item.changedBy })
        .where('id', '=', item.id)
        .where('user_id', '=', item.workspaceId)
        .execute()
    },

    /** Switching is no edit: 'Last Edited' stays. Throws `chatbot_item_not_found`. */
    async setEnabled(place: ItemPlace, enabled: boolean): Promise<ListedItem> {
      const row = await db
        .updateTable('chatbot_items')
        .set({ enabled: flag(enabled) })
        .where('user_id', '=', place.workspaceId)
        .where('device_id', '=', place.deviceId)
        .where('id', '=', place.id)
        .returningAll()
        .executeTakeFirst()
      if (!row) throw new DomainError('chatbot_item_not_found')
      return toListedItem(row)
    },

    /** Chains that led to it end before it. Throws `chatbot_item_not_found`. */
    async delete({ workspaceId, deviceId, id }: ItemPlace): Promise<StoredItem> {
      const row = await db
        .deleteFrom('chatbot_items')
        .where('user_id', '=', workspaceId)
        .where('device_id', '=', deviceId)
        .where('id', '=', id)
        .returningAll()
        .executeTakeFirst()
      if (!row) throw new DomainError('chatbot_item_not_found')
      return toItem(row)
    },
  }
}

function toColumns(settings: ItemSettings) {
  return {
    enabled: flag(settings.enabled),
    is_default: flag(settings.isDefault),
    send_to: settings.sendTo,
    match_type: settings.type,
    name: settings.name,
    description: settings.description,
    keywords: JSON.stringify(settings.keywords),
    next_item_id: settings.nextItemId,
    presence_delay_s: settings.presenceDelayTime,
    presence_status: settings.presenceDelayStatus,
    save_data: settings.saveData,
    api_rest_data_status: settings.apiRestDataStatus,
    caption: settings.caption,
    use_ai: flag(settings.useAi),
    ai_spintax: settings.aiSpintax,
    media_id: settings.mediaId,
    hand_over: settings.handOver && JSON.stringify(settings.handOver),
  }
}

function toListedItem(row: Selectable<ChatbotItemTable>): ListedItem {
  const { api_failed_at: at, api_failure: reason } = row
  return { ...toItem(row), apiFailure: at === null || reason === null ? null : { at, reason } }
}

function keywordsIn(written: string): string[] {
  return Keywords.parse(JSON.parse(written))
}

function toItem(row: Selectable<ChatbotItemTable>): StoredItem {
  return {
    id: row.id,
    workspaceId: row.user_id,
    deviceId: row.device_id,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    changedBy: row.changed_by,
    enabled: row.enabled === 1,
    isDefault: row.is_default === 1,
    sendTo: row.send_to,
    type: row.match_type,
    name: row.name,
    description: row.description,
    keywords: keywordsIn(row.keywords),
    nextItemId: row.next_item_id,
    presenceDelayTime: row.presence_delay_s,
    presenceDelayStatus: row.presence_status,
    saveData: row.save_data,
    apiRestDataStatus: row.api_rest_data_status,
    caption: row.caption,
    useAi: row.use_ai === 1,
    aiSpintax: row.ai_spintax,
    mediaId: row.media_id,
    handOver: row.hand_over === null ? null : HandOver.parse(JSON.parse(row.hand_over)),
  }
}

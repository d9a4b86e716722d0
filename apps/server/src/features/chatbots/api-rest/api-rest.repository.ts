import { ApiRestConfig } from '@kirim/contract/chatbot-tools'
import type { SecretBox } from '../../../platform/crypto/secret-box.ts'
import type { Db } from '../../../platform/database/database.ts'

/** The calls of items, encrypted because their headers may contain keys. */
export function createApiRestRepository(db: Db, box: SecretBox) {
  return {
    /** Null when the item has none. The caller has checked the item's owner. */
    async find(itemId: string): Promise<ApiRestConfig | null> {
      const row = await db
        .selectFrom('api_rest_configs')
        .select('sealed')
        .where('item_id', '=', itemId)
        .executeTakeFirst()
      return row ? ApiRestConfig.parse(JSON.parse(box.open(row.sealed, placeOf(itemId)))) : null
    },

    /** The ids of a number's items with a call. */
    async configured(deviceId: string): Promise<ReadonlySet<string>> {
      const rows = await db
        .selectFrom('api_rest_configs')
        .innerJoin('chatbot_items', 'chatbot_items.id', 'api_rest_configs.item_id')
        .select('item_id')
        .where('chatbot_items.device_id', '=', deviceId)
        .execute()
      return new Set(rows.map((row) => row.item_id))
    },

    /** The caller has checked the item's owner. */
    async save(itemId: string, config: ApiRestConfig): Promise<void> {
      const sealed = box.seal(JSON.stringify(config), placeOf(itemId))
      await db
        .insertInto('api_rest_configs')
        .values({ item_id: itemId, sealed })
        .onConflict((conflict) => conflict.column('item_id').doUpdateSet({ sealed }))
        .execute()
    },
  }
}

export type ApiRestRepository = ReturnType<typeof createApiRestRepository>

function placeOf(itemId: string): string {
  return `api-rest/${itemId}`
}

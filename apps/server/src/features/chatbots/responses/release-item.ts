import type { Db } from '../../../platform/database/database.ts'
import { inSteps } from '../../../platform/database/in-steps.ts'

const RELEASE_BATCH_SIZE = 500

/**
 * Prepares the deletion of an item: its saved responses keep only its name, and awaited responses
 * are deleted. Runs in short transactions, because there may be very many rows; deleting the item
 * itself covers rows that are added meanwhile.
 */
export async function releaseItem(db: Db, itemId: string): Promise<void> {
  await inSteps(() => releaseSaved(db, itemId))
  await inSteps(() => deleteSomeAwaited(db, itemId))
}

/** False when nothing is left. */
async function releaseSaved(db: Db, itemId: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('saved_responses')
    .set({ item_id: null })
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('saved_responses')
        .select('id')
        .where('item_id', '=', itemId)
        .limit(RELEASE_BATCH_SIZE),
    )
    .executeTakeFirstOrThrow()
  return numUpdatedRows === BigInt(RELEASE_BATCH_SIZE)
}

async function deleteSomeAwaited(db: Db, itemId: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('awaited_responses')
    .where(({ eb, refTuple, selectFrom }) =>
      eb(
        refTuple('device_id', 'chat_key', 'contact_key'),
        'in',
        selectFrom('awaited_responses')
          .select(['device_id', 'chat_key', 'contact_key'])
          .where('item_id', '=', itemId)
          .limit(RELEASE_BATCH_SIZE)
          .$asTuple('device_id', 'chat_key', 'contact_key'),
      ),
    )
    .where('item_id', '=', itemId)
    .executeTakeFirstOrThrow()
  return numDeletedRows === BigInt(RELEASE_BATCH_SIZE)
}

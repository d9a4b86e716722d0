import type { Db } from '../../../platform/database/database.ts'
import { DomainError } from '../../../platform/errors.ts'
import type { ChatbotMedia } from '../chatbots.ports.ts'
import { holdNumber } from '../numbers/numbers.repository.ts'
import { releaseItem } from '../responses/release-item.ts'
import { createItemsRepository } from './items.repository.ts'

/** Deletes an item; chains that led to it end before it. Throws `chatbot_item_not_found`. */
export async function deleteItem(
  deps: { db: Db; media: ChatbotMedia },
  place: { userId: string; deviceId: string; id: string },
): Promise<void> {
  const known = await createItemsRepository(deps.db).find(place.userId, place.deviceId, place.id)
  if (!known) throw new DomainError('chatbot_item_not_found')
  await releaseItem(deps.db, place.id)
  const item = await deps.db.transaction().execute(async (tx) => {
    // No other item may reference this one while it is being deleted.
    await holdNumber(tx, place.deviceId)
    return createItemsRepository(tx).delete(place.userId, place.deviceId, place.id)
  })
  if (!item) throw new DomainError('chatbot_item_not_found')
  if (item.mediaId) await deps.media.releaseUnused([item.mediaId])
}

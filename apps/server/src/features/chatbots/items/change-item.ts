import type { ChatbotItemForm } from '@kirim/contract/chatbots'
import { CHATBOT_ITEMS_MAX } from '@kirim/contract/limits'
import type { Clock } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/database/database.ts'
import { DomainError } from '../../../platform/errors.ts'
import type { UploadedFile } from '../../../platform/http/multipart.ts'
import { newId } from '../../../platform/ids.ts'
import type { Quota } from '../../../platform/quota.ts'
import type { ChatbotMedia } from '../chatbots.ports.ts'
import { lockNumber } from '../numbers/numbers.repository.ts'
import { releaseItem } from '../responses/release-item.ts'
import { checkKeywords, checkNextAction } from './item-checks.ts'
import {
  createItemsRepository,
  type ItemOutline,
  type ItemPlace,
  type ItemSettings,
  type StoredItem,
} from './items.repository.ts'

export interface SaveItemDeps {
  readonly db: Db
  readonly media: ChatbotMedia
  readonly quota: Quota
  readonly clock: Clock
}

type Place = Omit<ItemPlace, 'id'>

/**
 * Saves a new item of a number that is known to be the workspace's. `changedBy` is a person. Throws
 * `chatbot_too_many_items`, `quota_chatbot_items`, the refusals of keywords and next actions
 * (item-checks.ts), and those of an upload.
 */
export function createItem(
  deps: SaveItemDeps,
  place: Place,
  form: ChatbotItemForm,
  file: UploadedFile | null,
  changedBy: string | null = null,
): Promise<StoredItem> {
  return withUpload(deps, place.workspaceId, file, (mediaId) =>
    withLockedItems(deps.db, place, async (tx, items) => {
      if (items.length >= CHATBOT_ITEMS_MAX) {
        throw new DomainError('chatbot_too_many_items', { n: CHATBOT_ITEMS_MAX })
      }
      const now = deps.clock.now()
      const item: StoredItem = {
        ...settingsOf(form, mediaId),
        ...place,
        id: newId(),
        createdAt: now,
        updatedAt: now,
        changedBy,
      }
      checkNextAction(items, item)
      await checkKeywords(items, item)
      await deps.quota.admit(tx, place.workspaceId, 1)
      await createItemsRepository(tx).insert(item)
      return item
    }),
  )
}

/**
 * Changes an item. A new file replaces the old one, `removeMediaFile` removes it, otherwise it
 * stays. Throws `chatbot_item_not_found`, the refusals of keywords (item-checks.ts), of a next
 * action and of an upload.
 */
export async function updateItem(
  deps: SaveItemDeps,
  place: ItemPlace,
  form: ChatbotItemForm,
  file: UploadedFile | null,
  changedBy: string | null = null,
): Promise<StoredItem> {
  const { before, after } = await withUpload(deps, place.workspaceId, file, (mediaId) =>
    withLockedItems(deps.db, place, async (tx, items) => {
      const before = await createItemsRepository(tx).require(place)
      const previousId = form.removeMediaFile ? null : before.mediaId
      const after: StoredItem = {
        ...before,
        ...settingsOf(form, mediaId ?? previousId),
        updatedAt: deps.clock.now(),
        changedBy,
      }
      checkNextAction(items, after)
      await checkKeywords(items, after)
      await createItemsRepository(tx).update(after)
      return { before, after }
    }),
  )
  if (before.mediaId) await deps.media.releaseUnused([before.mediaId])
  return after
}

/** Stores the upload for `save`, and deletes it when the save is refused. */
async function withUpload<T>(
  deps: SaveItemDeps,
  workspaceId: string,
  file: UploadedFile | null,
  save: (mediaId: string | null) => Promise<T>,
): Promise<T> {
  if (!file) return save(null)
  const { _id: mediaId } = await deps.media.keepUpload(workspaceId, file)
  try {
    return await save(mediaId)
  } catch (error) {
    await deps.media.releaseUnused([mediaId])
    throw error
  }
}

/** Serializes changes of a number's items: two at once could create a cycle or exceed the limit. */
function withLockedItems<T>(
  db: Db,
  place: Place,
  change: (tx: Db, items: readonly ItemOutline[]) => Promise<T>,
): Promise<T> {
  return db.transaction().execute(async (tx) => {
    await lockNumber(tx, place.deviceId)
    return change(tx, await createItemsRepository(tx).outlines(place.workspaceId, place.deviceId))
  })
}

function settingsOf(form: ChatbotItemForm, mediaId: string | null): ItemSettings {
  const { campaignType: _type, removeMediaFile: _removed, ...fields } = form
  const { status, isNotMatchDefaultResponse, nextBotAction, captionAi, useAiFeature, ...same } =
    fields
  return {
    ...same,
    enabled: status === 'enable',
    isDefault: isNotMatchDefaultResponse,
    nextItemId: nextBotAction || null,
    caption: captionAi,
    useAi: useAiFeature === 'use_ai',
    mediaId,
  }
}

/** Deletes an item; chains that led to it end before it. Throws `chatbot_item_not_found`. */
export async function deleteItem(
  deps: { db: Db; media: ChatbotMedia },
  place: ItemPlace,
): Promise<void> {
  await createItemsRepository(deps.db).require(place)
  await releaseItem(deps.db, place.id)
  const item = await deps.db.transaction().execute(async (tx) => {
    // No other item may reference this one while it is being deleted.
    await lockNumber(tx, place.deviceId)
    return createItemsRepository(tx).delete(place)
  })
  if (item.mediaId) await deps.media.releaseUnused([item.mediaId])
}

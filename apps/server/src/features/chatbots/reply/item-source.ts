import type { Db } from '../../../platform/database/database.ts'
import type { ChatbotDevices } from '../chatbots.ports.ts'
import type { ItemSource, ResponderItem } from '../decide/responder-items.ts'
import { createItemsRepository, type StoredItem } from '../items/items.repository.ts'
import { createNumbersRepository } from '../numbers/numbers.repository.ts'

const PRESENCES = {
  enable_typing: 'composing',
  enable_recording: 'recording',
  disable: null,
} as const

/** Reads a number's chatbot from the database, for decisions and for the simulator. */
export function createItemSource(db: Db, devices: ChatbotDevices): ItemSource {
  const items = createItemsRepository(db)
  const numbers = createNumbersRepository(db, devices)
  return {
    async load(deviceId) {
      const userId = await devices.ownerOf(deviceId)
      const number = userId && (await numbers.find(userId, deviceId))
      if (!number) return null
      return {
        userId,
        deviceName: number.name,
        enabled: number.chatbotEnabled,
        items: await items.list(userId, deviceId, toResponderItem),
      }
    },
  }
}

function toResponderItem(item: StoredItem): ResponderItem {
  return {
    id: item.id,
    name: item.name,
    enabled: item.enabled,
    isDefault: item.isDefault,
    sendTo: item.sendTo,
    match: item.type,
    keywords: item.keywords,
    nextItemId: item.nextItemId,
    createdAt: item.createdAt,
    caption: item.caption,
    mediaId: item.mediaId,
    presence: PRESENCES[item.presenceDelayStatus],
    presenceSeconds: item.presenceDelayTime,
    savesResponse: item.saveData === 'response_is_saved',
    callsApi: item.apiRestDataStatus === 'enabled',
    useAi: item.useAi,
    aiSpintax: item.aiSpintax,
  }
}

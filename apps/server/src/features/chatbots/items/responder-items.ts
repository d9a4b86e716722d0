import { type Chatbot, compileInSteps } from '@kirim/chatbot-engine/chatbot'
import type { ChatbotItem } from '@kirim/chatbot-engine/chatbot-item'
import type { Db } from '../../../platform/database/database.ts'
import { inSlices } from '../../../platform/in-slices.ts'
import type { ChatbotDevices } from '../chatbots.ports.ts'
import { createNumbersRepository } from '../numbers/numbers.repository.ts'
import { createItemsRepository, type StoredItem } from './items.repository.ts'

/** A chatbot item with everything its reply needs. */
export interface ResponderItem extends ChatbotItem {
  readonly caption: string
  readonly mediaId: string | null
  readonly presence: 'composing' | 'recording' | null
  readonly presenceSeconds: number
  readonly savesResponse: boolean
  readonly callsApi: boolean
  readonly useAi: boolean
  readonly aiSpintax: string
}

/** A number's items, compiled for quick decisions. */
export interface NumberChatbot {
  readonly userId: string
  readonly deviceName: string
  readonly compiled: Chatbot
  readonly items: ReadonlyMap<string, ResponderItem>
}

/** Where the items come from. */
export interface ItemSource {
  /** Null when there is no such number. */
  load(deviceId: string): Promise<{
    userId: string
    deviceName: string
    enabled: boolean
    items: readonly ResponderItem[]
  } | null>
}

/** Caches a number's compiled items until they change. */
export function createChatbotCache(source: ItemSource) {
  const kept = new Map<string, Promise<NumberChatbot | null>>()

  async function compile(deviceId: string): Promise<NumberChatbot | null> {
    const loaded = await source.load(deviceId)
    if (!loaded) return null
    const { userId, deviceName, enabled, items } = loaded
    return {
      userId,
      deviceName,
      compiled: await inSlices(compileInSteps(items, { enabled })),
      items: new Map(items.map((item) => [item.id, item])),
    }
  }

  return {
    get(deviceId: string): Promise<NumberChatbot | null> {
      const known = kept.get(deviceId)
      if (known) return known
      const compiling = compile(deviceId)
      kept.set(deviceId, compiling)
      // A deleted number may be linked again.
      const drop = () => {
        if (kept.get(deviceId) === compiling) kept.delete(deviceId)
      }
      compiling.then((chatbot) => chatbot ?? drop(), drop)
      return compiling
    },
    /** Its items or its switch have changed. */
    forget(deviceId: string): void {
      kept.delete(deviceId)
    },
    forgetAll: () => kept.clear(),
  }
}

export type ChatbotCache = ReturnType<typeof createChatbotCache>

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

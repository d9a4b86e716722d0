import { type Chatbot, compileInSteps } from '@kirim/chatbot-engine/chatbot'
import type { Db } from '../../../platform/database/database.ts'
import { inSlices } from '../../../platform/in-slices.ts'
import type { ChatbotDevices } from '../chatbots.ports.ts'
import { createNumbersRepository } from '../numbers/numbers.repository.ts'
import { createItemsRepository, type StoredItem } from './items.repository.ts'

/** A chatbot item with everything its reply needs. */
export type ResponderItem = Omit<
  StoredItem,
  'workspaceId' | 'deviceId' | 'description' | 'updatedAt' | 'changedBy'
>

/** A number's items, compiled for quick decisions. */
export interface NumberChatbot {
  readonly workspaceId: string
  readonly deviceName: string
  readonly compiled: Chatbot
  readonly items: ReadonlyMap<string, ResponderItem>
}

/** Reads a number's chatbot; null when there is no such number. */
export function createItemLoader(db: Db, devices: ChatbotDevices) {
  const items = createItemsRepository(db)
  const numbers = createNumbersRepository(db, devices)
  return async (deviceId: string) => {
    const workspaceId = await devices.ownerOf(deviceId)
    const number = workspaceId && (await numbers.find(workspaceId, deviceId))
    if (!number) return null
    const { name: deviceName, chatbotEnabled: enabled } = number
    return {
      workspaceId,
      deviceName,
      enabled,
      items: await items.list(workspaceId, deviceId, (item) => item),
    }
  }
}

type Loaded = { readonly items: readonly ResponderItem[] } & Omit<
  NonNullable<Awaited<ReturnType<ReturnType<typeof createItemLoader>>>>,
  'items'
>

/** Caches a number's compiled items until they change. */
export function createChatbotCache(load: (deviceId: string) => Promise<Loaded | null>) {
  const cached = new Map<string, Promise<NumberChatbot | null>>()

  async function compile(deviceId: string): Promise<NumberChatbot | null> {
    const loaded = await load(deviceId)
    if (!loaded) return null
    const { items, enabled, ...number } = loaded
    return {
      ...number,
      compiled: await inSlices(compileInSteps(items, { enabled })),
      items: new Map(items.map((item) => [item.id, item])),
    }
  }

  return {
    get(deviceId: string): Promise<NumberChatbot | null> {
      const known = cached.get(deviceId)
      if (known) return known
      const compiling = compile(deviceId)
      cached.set(deviceId, compiling)
      // A deleted number may be linked again.
      const drop = () => {
        if (cached.get(deviceId) === compiling) cached.delete(deviceId)
      }
      compiling.then((chatbot) => chatbot ?? drop(), drop)
      return compiling
    },
    /** Its items or its switch have changed. */
    forget(deviceId: string): void {
      cached.delete(deviceId)
    },
    forgetAll: () => cached.clear(),
  }
}

export type ChatbotCache = ReturnType<typeof createChatbotCache>

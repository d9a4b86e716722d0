import {
  type AiDeviceSummary,
  createChatbotItem,
  deleteChatbotItem,
  devicesSummary,
  listChatbotItems,
  loadChatbotItem,
  setChatbotItemStatus,
  setDeviceStatus,
  updateChatbotItem,
} from '@kirim/contract/chatbots'
import { findAuthors, type NamesOf } from '../../platform/authors.ts'
import type { Route } from '../../platform/http/routes.ts'
import type { Realtime } from '../../platform/realtime/realtime.ts'
import type { ChatbotDevices, Connections } from './chatbots.ports.ts'
import { createItem, deleteItem, type SaveItemDeps, updateItem } from './items/change-item.ts'
import { createItemsRepository, type StoredItem } from './items/items.repository.ts'
import { presentItem, presentListed } from './items/present-item.ts'
import { type ChatbotNumber, createNumbersRepository } from './numbers/numbers.repository.ts'

export interface ChatbotsRoutesDeps extends SaveItemDeps {
  readonly connections: Connections
  readonly devices: ChatbotDevices
  readonly realtime: Realtime
  readonly namesOf: NamesOf
  /** The items or the switch of a number have changed. */
  changed(deviceId: string): void
}

export function chatbotsRoutes(route: Route, deps: ChatbotsRoutesDeps): void {
  const items = createItemsRepository(deps.db)
  const numbers = createNumbersRepository(deps.db, deps.devices)

  function present(number: ChatbotNumber) {
    const { isConnected, problemOf } = deps.connections
    return presentNumber(number, isConnected(number.id), problemOf(number.id))
  }

  /** Notifies the responder and the owner's other browsers. */
  function notifyChange(workspaceId: string, deviceId: string): void {
    deps.changed(deviceId)
    deps.realtime.toNumbers(workspaceId, [deviceId], 'chatbots_changed')
  }

  const authorsOf = (workspaceId: string, some: readonly Pick<StoredItem, 'changedBy'>[]) =>
    findAuthors(
      deps.namesOf,
      workspaceId,
      some.map(({ changedBy }) => changedBy),
    )

  async function show(item: StoredItem) {
    const [file] = item.mediaId ? await deps.media.find(item.workspaceId, [item.mediaId]) : []
    return presentItem(item, file ?? null)
  }

  route(devicesSummary, async ({ caller }) => (await numbers.list(caller)).map(present))

  route(setDeviceStatus, async ({ caller, params, body }) => {
    const number = await numbers.require(caller.workspaceId, params.id)
    await numbers.setEnabled(number.id, body.isEnabled)
    notifyChange(caller.workspaceId, number.id)
    return present({ ...number, chatbotEnabled: body.isEnabled })
  })

  route(listChatbotItems, async ({ caller, params }) => {
    const number = await numbers.require(caller.workspaceId, params.deviceId)
    const listed = await items.list(caller.workspaceId, number.id, (item) => ({
      ...presentListed(item),
      changedBy: item.changedBy,
    }))
    const authorOf = await authorsOf(caller.workspaceId, listed)
    return listed.map(({ changedBy, ...item }) => ({ ...item, lastEditedBy: authorOf(changedBy) }))
  })

  route(setChatbotItemStatus, async ({ caller, params, body }) => {
    const number = await numbers.require(caller.workspaceId, params.deviceId)
    const item = await items.setEnabled(
      { workspaceId: caller.workspaceId, deviceId: number.id, id: params.campaignId },
      body.status === 'Enabled',
    )
    notifyChange(caller.workspaceId, number.id)
    const authorOf = await authorsOf(caller.workspaceId, [item])
    return { ...presentListed(item), lastEditedBy: authorOf(item.changedBy) }
  })

  route(deleteChatbotItem, async ({ caller, params }) => {
    const number = await numbers.require(caller.workspaceId, params.deviceId)
    await deleteItem(deps, {
      workspaceId: caller.workspaceId,
      deviceId: number.id,
      id: params.campaignId,
    })
    notifyChange(caller.workspaceId, number.id)
    return { message: 'Campaign deleted successfully.' }
  })

  route(loadChatbotItem, async ({ caller, params }) => {
    const number = await numbers.require(caller.workspaceId, params.deviceId)
    return show(
      await items.require({
        workspaceId: caller.workspaceId,
        deviceId: number.id,
        id: params.campaignId,
      }),
    )
  })

  route(createChatbotItem, async ({ caller, params, body, file }) => {
    const number = await numbers.require(caller.workspaceId, params.deviceId)
    const place = { workspaceId: caller.workspaceId, deviceId: number.id }
    const item = await createItem(deps, place, body, file, caller.personId)
    notifyChange(caller.workspaceId, number.id)
    return show(item)
  })

  route(updateChatbotItem, async ({ caller, params, body, file }) => {
    const number = await numbers.require(caller.workspaceId, params.deviceId)
    const place = { workspaceId: caller.workspaceId, deviceId: number.id, id: params.campaignId }
    const item = await updateItem(deps, place, body, file, caller.personId)
    notifyChange(caller.workspaceId, number.id)
    return show(item)
  })
}

/** A number as its card shows it [3.ai-device]. The network provides no picture of it. */
function presentNumber(
  number: ChatbotNumber,
  connected: boolean,
  problem: AiDeviceSummary['problem'],
): AiDeviceSummary {
  return {
    id: number.id,
    name: number.name,
    number: number.number,
    avatarUrl: null,
    connected,
    unlinked: number.unlinked,
    problem,
    stats: { sent: number.sent, items: number.items },
    needsSetup: number.enabledItems === 0,
    statusEnabled: number.chatbotEnabled,
  }
}

const DOUBLED = /^\/api(?=\/api\/ai-chatbot\/)/

/** The prefix of chatbot paths may be doubled; both forms are answered [7.ai.doubled]. */
export function withoutDoubledPrefix(url: string): string {
  return url.replace(DOUBLED, '')
}

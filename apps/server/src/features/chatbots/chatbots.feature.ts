import type { NamesOf } from '../../platform/authors.ts'
import type { Route } from '../../platform/http/routes.ts'
import { createResponderFeature, type ResponderFeatureDeps } from './answering/responder.feature.ts'
import { type ChatbotToolsDeps, createChatbotTools } from './chatbot-tools.feature.ts'
import type { Connections } from './chatbots.ports.ts'
import { chatbotsRoutes } from './chatbots.routes.ts'
import type { SaveItemDeps } from './items/change-item.ts'
import { createNumbersRepository } from './numbers/numbers.repository.ts'

export interface ChatbotsDeps
  extends Omit<ChatbotToolsDeps, 'media' | 'outgoing'>,
    Omit<ResponderFeatureDeps, 'help' | 'settingsOf' | 'configuredApis' | 'hasAi'> {
  readonly media: SaveItemDeps['media'] & ChatbotToolsDeps['media']
  readonly quota: SaveItemDeps['quota']
  readonly namesOf: NamesOf
}

/**
 * Assembles items, tools and responder; `wiring/` connects them to devices, the network and the
 * media library.
 */
export function createChatbotsFeature(deps: ChatbotsDeps) {
  const tools = createChatbotTools(deps)
  const responder = createResponderFeature({ ...deps, ...tools })
  const numbers = createNumbersRepository(deps.db, deps.devices)

  return {
    part: responder.part,
    answer: responder.answer,
    origin: responder.origin,
    mayLeave: responder.mayLeave,
    deviceConnected: responder.deviceConnected,
    deviceRenamed: responder.itemsChanged,
    changedElsewhere: responder.changedElsewhere,
    deviceDisconnected: responder.deviceDisconnected,
    isEnabled: async (workspaceId: string, deviceId: string): Promise<boolean> =>
      (await numbers.find(workspaceId, deviceId))?.chatbotEnabled ?? false,
    /** Switches the chatbot off, also for when the device is linked again. */
    async deviceRemoved(deviceId: string): Promise<void> {
      await numbers.setEnabled(deviceId, false)
      responder.itemsChanged(deviceId)
      await responder.deviceRemoved(deviceId)
    },
    routes(route: Route, connections: Connections): void {
      tools.routes(route)
      responder.routes(route)
      chatbotsRoutes(route, { ...deps, connections, changed: responder.itemsChanged })
    },
  }
}

export type ChatbotsFeature = ReturnType<typeof createChatbotsFeature>

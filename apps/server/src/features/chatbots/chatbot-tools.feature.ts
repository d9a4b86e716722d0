import { createHash } from 'node:crypto'
import { messageAsText } from '@kirim/contract/message-kinds'
import type { Reason } from '@kirim/contract/reason-texts'
import type { SecretBox } from '../../platform/crypto/secret-box.ts'
import type { Route } from '../../platform/http/routes.ts'
import type { StoredMessage } from '../../platform/inbound-message.ts'
import type { Limits } from '../../platform/limits/limits.ts'
import type { CallQuota } from '../../platform/quota.ts'
import type { WebCaller } from '../../platform/web-call.ts'
import { createApiRestRepository } from './api-rest/api-rest.repository.ts'
import { apiRestRoutes } from './api-rest/api-rest.routes.ts'
import { createFetchApiValues } from './api-rest/fetch-api-values.ts'
import type { ChatbotDevices, NewestTimeZone } from './chatbots.ports.ts'
import {
  type ApiOutcomeReporterDeps,
  createApiOutcomeReporter,
  serializeReason,
} from './items/api-failures.ts'
import { createItemsRepository } from './items/items.repository.ts'
import type { ResponderItem } from './items/responder-items.ts'
import { createNumberSettingsRepository } from './numbers/number-settings.repository.ts'
import { numberSettingsRoutes } from './numbers/number-settings.routes.ts'
import { createNumbersRepository } from './numbers/numbers.repository.ts'
import type { AiAllowance, AiWriter } from './reply/ai-reply.ports.ts'
import { createAiReplies } from './reply/ai-reply.ts'
import { createChatHistory, type HistoryDeps } from './reply/chat-history.ts'
import type { ReplyHelp } from './reply/compose-reply.ts'
import { createResponsesRepository } from './responses/responses.repository.ts'
import { responsesRoutes } from './responses/responses.routes.ts'

/** Lines of a chat that are sent to AI. */
const HISTORY_LINES = 20

/** Without a response, placeholders are empty, so that a customer never sees one. */
const NO_FIELDS = { get: () => '' }

export interface ChatbotToolsDeps extends ApiOutcomeReporterDeps, HistoryDeps {
  readonly devices: ChatbotDevices
  readonly newestTimeZone: NewestTimeZone
  readonly box: SecretBox
  readonly webCaller: WebCaller
  readonly calls: CallQuota
  readonly writer: AiWriter
  readonly allowance: AiAllowance
  readonly limits: Limits
  readonly random: () => number
  /** Called when AI could not write a reply; `fault` is a stable code. */
  onAiFault(workspaceId: string, fault: string): void
}

/**
 * What the responder needs besides items: settings, API calls, AI, saved responses; and their
 * routes.
 */
export function createChatbotTools(deps: ChatbotToolsDeps) {
  const { db, devices, clock } = deps
  const { require: requireNumber } = createNumbersRepository(db, devices)
  const settings = createNumberSettingsRepository(db, devices, deps.newestTimeZone)
  const configs = createApiRestRepository(db, deps.box)
  const historyOf = createChatHistory(deps)
  const fetchApiValues = createFetchApiValues(deps.webCaller)
  const reportOutcome = createApiOutcomeReporter(deps)
  const aiReply = createAiReplies({ ...deps, onFault: deps.onAiFault })

  const help: ReplyHelp = {
    async apiAnswer(message, item, context, random) {
      const config = await configs.find(item.id)
      if (!config) return { api: NO_FIELDS, fallbackText: '' }
      const key = idempotencyKeyOf(message, item)
      const { workspaceId, deviceId } = message
      const place = { workspaceId, deviceId, itemId: item.id }
      const fail = (reason: Reason) => {
        reportOutcome(place, serializeReason(reason))
        return { api: NO_FIELDS, fallbackText: config.fallbackText }
      }
      if (!(await deps.calls.tryTake(message.workspaceId))) {
        return fail({ code: 'api_calls_used_up', params: {} })
      }
      const answer = await fetchApiValues(config, context, random, key)
      if (!answer.ok) return fail(answer.reason)
      reportOutcome(place, null)
      return { api: { get: (name) => answer.values.get(name) ?? '' }, fallbackText: '' }
    },
    async aiText(message, instruction) {
      const { knowledge } = await settings.of(message.deviceId)
      const history = await historyOf(message, HISTORY_LINES)
      const words = messageAsText(message.kind, message.text)
      return aiReply(message.workspaceId, { instruction, knowledge, history, message: words })
    },
    async isSound(workspaceId, mediaId) {
      const [file] = await deps.media.find(workspaceId, [mediaId])
      return file?.fileType.startsWith('audio/') ?? false
    },
  }

  return {
    help,
    settingsOf: settings.of,
    configuredApis: configs.configured,
    hasAi: async (workspaceId: string) => (await deps.allowance.source(workspaceId)) !== null,
    routes(route: Route): void {
      numberSettingsRoutes(route, { requireNumber, settings })
      responsesRoutes(route, { requireNumber, responses: createResponsesRepository(db) })
      apiRestRoutes(route, {
        requireNumber,
        items: createItemsRepository(db),
        configs,
        fetchApiValues,
        calls: deps.calls,
        settingsOf: settings.of,
        limits: deps.limits,
        clock,
        random: deps.random,
      })
    },
  }
}

/**
 * One per inbound message and item: a call interrupted by a crash is repeated with the same key.
 */
function idempotencyKeyOf({ deviceId, messageId }: StoredMessage, { id }: ResponderItem): string {
  return createHash('sha256').update(`${deviceId}/${messageId}/${id}`).digest('hex').slice(0, 32)
}

import { parsePath } from '@kirim/contract/answer-path'
import {
  type ApiRestConfig,
  loadApiRest,
  type NumberSettings,
  repeatedNames,
  saveApiRest,
  tryApiRest,
} from '@kirim/contract/chatbot-tools'
import { reasonText } from '@kirim/contract/reason-texts'
import { sampleContext } from '@kirim/message-template/context'
import type { Caller } from '../../../platform/caller.ts'
import type { Clock } from '../../../platform/clock.ts'
import { refusedField } from '../../../platform/errors.ts'
import type { Handler } from '../../../platform/http/handler.ts'
import type { Route } from '../../../platform/http/routes.ts'
import type { Limits } from '../../../platform/limits/limits.ts'
import type { CallQuota } from '../../../platform/quota.ts'
import type { createItemsRepository } from '../items/items.repository.ts'
import type { RequireNumber } from '../numbers/numbers.repository.ts'
import type { ApiRestRepository } from './api-rest.repository.ts'
import type { FetchApiValues } from './fetch-api-values.ts'
import { hasValidBody } from './render-request.ts'

export interface ApiRestRoutesDeps {
  readonly requireNumber: RequireNumber
  readonly items: ReturnType<typeof createItemsRepository>
  readonly configs: ApiRestRepository
  readonly fetchApiValues: FetchApiValues
  readonly calls: CallQuota
  readonly settingsOf: (deviceId: string) => Promise<NumberSettings>
  readonly limits: Limits
  readonly clock: Clock
  readonly random: () => number
}

const MAX_TRIES_PER_MINUTE = 20

export function apiRestRoutes(route: Route, deps: ApiRestRoutesDeps): void {
  const { requireNumber, items, configs, clock } = deps
  // Calls go to other people's systems, which must not be flooded from here.
  const tries = deps.limits.requests('tries of an API', MAX_TRIES_PER_MINUTE, 60_000)

  async function requireItem(workspaceId: string, deviceId: string, itemId: string): Promise<void> {
    await requireNumber(workspaceId, deviceId)
    await items.require({ workspaceId, deviceId, id: itemId })
  }

  route(loadApiRest, async ({ caller, params }) => {
    await requireItem(caller.workspaceId, params.deviceId, params.campaignId)
    return configs.find(params.campaignId)
  })

  route(saveApiRest, async ({ caller, params, body }) => {
    await requireItem(caller.workspaceId, params.deviceId, params.campaignId)
    refuseUnlessUsable(body)
    await configs.save(params.campaignId, body)
    return body
  })

  const limit = ({ caller }: { caller: Caller }) => tries.admit(caller.workspaceId)
  const tryOnce: Handler<typeof tryApiRest> = async ({ caller, params, body }) => {
    const number = await requireNumber(caller.workspaceId, params.deviceId)
    refuseUnlessUsable(body)
    await deps.calls.take(caller.workspaceId)
    const { timeZone, language } = await deps.settingsOf(number.id)
    const context = { ...sampleContext(clock.now(), timeZone, language), meWaName: number.name }
    const result = await deps.fetchApiValues(body, context, deps.random)
    return result.ok
      ? {
          ok: true,
          status: result.status,
          values: Object.fromEntries(result.values),
          missing: [...result.missing],
          error: '',
        }
      : {
          ok: false,
          status: result.status,
          values: {},
          missing: [],
          error: reasonText(result.reason),
          reason: result.reason,
        }
  }
  route(tryApiRest, tryOnce, { limit })
}

function refuseUnlessUsable(config: ApiRestConfig): void {
  if (!hasValidBody(config)) throw refusedField('api_rest_body_invalid', ['body'])
  for (const [place, { path }] of config.fields.entries()) {
    if (parsePath(path) !== null) continue
    throw refusedField('api_rest_path_invalid', ['fields', place, 'path'], { path })
  }
  const [repeated] = repeatedNames(config.fields)
  if (repeated !== undefined)
    throw refusedField('api_rest_field_twice', ['fields', repeated, 'name'])
}

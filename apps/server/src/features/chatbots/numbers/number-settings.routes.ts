import { loadNumberSettings, saveNumberSettings } from '@kirim/contract/chatbot-tools'
import type { Route } from '../../../platform/http/routes.ts'
import type { NumberSettingsRepository } from './number-settings.repository.ts'
import type { RequireNumber } from './numbers.repository.ts'

export function numberSettingsRoutes(
  route: Route,
  deps: { readonly requireNumber: RequireNumber; readonly settings: NumberSettingsRepository },
): void {
  route(loadNumberSettings, async ({ caller, params }) => {
    const number = await deps.requireNumber(caller.workspaceId, params.id)
    return deps.settings.of(number.id)
  })

  route(saveNumberSettings, async ({ caller, params, body }) => {
    const number = await deps.requireNumber(caller.workspaceId, params.id)
    await deps.settings.save(number.id, body)
    return body
  })
}

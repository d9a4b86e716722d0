import {
  type AiSettings,
  loadAiSettings,
  removeAiSettings,
  saveAiSettings,
} from '@kirim/contract/settings'
import { DomainError } from '../../platform/errors.ts'
import type { Route } from '../../platform/http/routes.ts'
import type { Limits } from '../../platform/limits/limits.ts'
import type { StoredAiSettings } from './ai-settings.repository.ts'
import { type SaveAiSettingsDeps, saveAiSettings as save } from './save-ai-settings.ts'

export interface SettingsRoutesDeps extends SaveAiSettingsDeps {
  readonly limits: Limits
  /**
   * On the sandbox network nothing is sent to the provider: the check is only simulated
   * [2.settings.no-call].
   */
  readonly simulated: boolean
}

const MAX_SAVES_PER_MINUTE = 10

export function settingsRoutes(route: Route, deps: SettingsRoutesDeps): void {
  // Each save calls the provider: prevents trying out keys or flooding an address.
  const saves = deps.limits.requests('settings of AI', MAX_SAVES_PER_MINUTE, 60_000)

  async function show(workspaceId: string): Promise<AiSettings | null> {
    const stored = await deps.settings.find(workspaceId)
    return stored && present(stored, deps.clock.now())
  }

  route(loadAiSettings, ({ caller }) => show(caller.workspaceId))

  route(
    saveAiSettings,
    async ({ caller, body }) => {
      if (deps.simulated) throw new DomainError('ai_settings_simulated')
      await save(deps, caller.workspaceId, body)
      const saved = await show(caller.workspaceId)
      if (!saved) throw new DomainError('not_found')
      return saved
    },
    { limit: ({ caller }) => saves.admit(caller.workspaceId) },
  )

  route(removeAiSettings, async ({ caller }) => {
    await deps.settings.remove(caller.workspaceId)
    return undefined
  })
}

function present(stored: StoredAiSettings, now: number): AiSettings {
  return {
    provider: stored.provider,
    model: stored.model,
    baseUrl: stored.baseUrl,
    hasKey: stored.hasKey,
    monthlyLimit: stored.monthlyLimit,
    usedThisMonth: stored.usedMonth === monthOf(now) ? stored.usedCount : 0,
  }
}

function monthOf(now: number): string {
  return new Date(now).toISOString().slice(0, 7)
}

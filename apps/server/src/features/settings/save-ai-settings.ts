import { reasonParams } from '@kirim/contract/reason-texts'
import type { AiSettingsBody } from '@kirim/contract/settings'
import type { Clock } from '../../platform/clock.ts'
import { DomainError, refusedField } from '../../platform/errors.ts'
import type { AiSettingsRepository } from './ai-settings.repository.ts'
import type { AccessCheck, AiAccess, AiProviders } from './settings.ports.ts'

const CHECK_TIMEOUT_MS = 10_000

export interface SaveAiSettingsDeps {
  readonly settings: AiSettingsRepository
  readonly providers: AiProviders
  readonly clock: Clock
  /** Whether a workspace may use a model inside the server's network. */
  reachesPrivate(workspaceId: string): Promise<boolean>
}

/**
 * Stores provider, model and key; a new key or another address is checked with the provider first.
 * Throws `ai_key_required`, `ai_key_refused` or `ai_provider_unreachable`, and then changes
 * nothing.
 */
export async function saveAiSettings(
  deps: SaveAiSettingsDeps,
  workspaceId: string,
  body: AiSettingsBody,
): Promise<void> {
  const before = await deps.settings.findAccess(workspaceId)
  const reachesPrivate = await deps.reachesPrivate(workspaceId)
  const access = { ...accessOf(body, before), reachesPrivate }
  if (access.apiKey === null && access.provider !== 'openai-compatible') {
    throw refusedField('ai_key_required', ['apiKey'])
  }
  if (!isSame(access, before)) refuseUnlessAccepted(await check(deps, access))
  await deps.settings.save(workspaceId, access, {
    model: body.model,
    monthlyLimit: body.monthlyLimit,
  })
}

/** A stored key is only used for the provider and address it was entered for. */
function accessOf(body: AiSettingsBody, before: AiAccess | null): AiAccess {
  const baseUrl = body.provider === 'openai-compatible' ? body.baseUrl : ''
  const isSamePlace = before?.provider === body.provider && before.baseUrl === baseUrl
  const storedKey = isSamePlace ? before.apiKey : null
  return { provider: body.provider, baseUrl, apiKey: body.apiKey ?? storedKey }
}

function isSame(access: AiAccess, before: AiAccess | null): boolean {
  return (
    before?.provider === access.provider &&
    before.baseUrl === access.baseUrl &&
    before.apiKey === access.apiKey
  )
}

async function check(deps: SaveAiSettingsDeps, access: AiAccess): Promise<AccessCheck> {
  const within = new AbortController()
  const cancel = deps.clock.after(CHECK_TIMEOUT_MS, () => within.abort())
  try {
    return await deps.providers.check(access, within.signal)
  } finally {
    cancel()
  }
}

function refuseUnlessAccepted(result: AccessCheck): void {
  if (result.kind === 'accepted') return
  const { kind, reason } = result
  throw new DomainError(
    kind === 'refused' ? 'ai_key_refused' : 'ai_provider_unreachable',
    reasonParams(reason),
  )
}

import type { AiProvider } from '@kirim/contract/settings'
import type { AiAccess } from '../../features/settings/settings.ports.ts'

/** The base address of each provider's API. An `openai-compatible` one has its own. */
export type ProviderAddresses = Readonly<Record<Exclude<AiProvider, 'openai-compatible'>, string>>

export const PROVIDER_ADDRESSES: ProviderAddresses = {
  openai: 'https://api.openai.com/v1',
  google: 'https://generativelanguage.googleapis.com/v1beta',
  anthropic: 'https://api.anthropic.com/v1',
}

/** The list of models: every provider has one, it is free, and it requires the key. */
export function modelsRequest(
  access: AiAccess,
  addresses: ProviderAddresses,
): { url: string; headers: Record<string, string> } {
  const key = access.apiKey ?? ''
  switch (access.provider) {
    case 'google':
      return { url: `${addresses.google}/models?pageSize=1`, headers: { 'x-goog-api-key': key } }
    case 'anthropic':
      return {
        url: `${addresses.anthropic}/models?limit=1`,
        headers: { 'x-api-key': key, 'anthropic-version': '2023-06-01' },
      }
    case 'openai':
      return { url: `${addresses.openai}/models`, headers: bearer(key) }
    case 'openai-compatible':
      return {
        url: `${access.baseUrl.replace(/\/+$/, '')}/models`,
        headers: key ? bearer(key) : {},
      }
  }
}

function bearer(key: string): Record<string, string> {
  return { authorization: `Bearer ${key}` }
}

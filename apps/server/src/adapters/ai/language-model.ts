import { DEFAULT_MODELS } from '@kirim/contract/settings'
import type { LanguageModel } from 'ai'
import type { AiSource } from '../../features/chatbots/reply/ai-reply.ports.ts'
import type { ProviderAddresses } from './provider-address.ts'

/** The addresses of the providers, and the `fetch` for requests to them. */
export interface ModelAccess {
  readonly addresses: ProviderAddresses
  readonly fetch: typeof globalThis.fetch
}

/** The AI SDK's model of a source; each provider's package is loaded on first use. */
export async function languageModel(
  { provider, model, baseUrl, apiKey }: AiSource,
  { addresses, fetch }: ModelAccess,
): Promise<LanguageModel> {
  const name = model || DEFAULT_MODELS[provider]
  const key = apiKey ?? ''
  switch (provider) {
    case 'openai': {
      const { createOpenAI } = await import('@ai-sdk/openai')
      return createOpenAI({ baseURL: addresses.openai, apiKey: key, fetch })(name)
    }
    case 'google': {
      const { createGoogle } = await import('@ai-sdk/google')
      return createGoogle({ baseURL: addresses.google, apiKey: key, fetch })(name)
    }
    case 'anthropic': {
      const { createAnthropic } = await import('@ai-sdk/anthropic')
      return createAnthropic({ baseURL: addresses.anthropic, apiKey: key, fetch })(name)
    }
    case 'openai-compatible': {
      const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible')
      const options = { name: 'compatible', baseURL: baseUrl, fetch }
      return createOpenAICompatible(key ? { ...options, apiKey: key } : options)(name)
    }
  }
}

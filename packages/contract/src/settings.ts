import * as z from 'zod/mini'
import { call } from './call.ts'
import { errors } from './errors.ts'
import { WebAddress } from './form-fields.ts'
import { issue } from './issues.ts'

export const AiProvider = z.enum(['openai', 'google', 'anthropic', 'openai-compatible'])
export type AiProvider = z.infer<typeof AiProvider>

/** The key itself is never sent back. */
export const AiSettings = z.object({
  provider: AiProvider,
  model: z.string(),
  /** Only for `openai-compatible`. */
  baseUrl: z.string(),
  hasKey: z.boolean(),
  /** The AI's monthly message limit; null for none. */
  monthlyLimit: z.nullable(z.int()),
  usedThisMonth: z.int(),
})
export type AiSettings = z.infer<typeof AiSettings>

/** Without a new key, the stored one stays in use. */
export const AiSettingsBody = z
  .object({
    provider: AiProvider,
    model: z._default(z.string().check(z.trim(), z.maxLength(200)), ''),
    baseUrl: z._default(z.pipe(z.string().check(z.trim(), z.maxLength(2000)), WebAddress), ''),
    apiKey: z.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(500))),
    monthlyLimit: z._default(z.nullable(z.int().check(z.gte(0), z.lte(1_000_000))), null),
  })
  .check(
    z.refine(({ provider, baseUrl }) => provider !== 'openai-compatible' || baseUrl, {
      error: issue('ai_base_url_required'),
      path: ['baseUrl'],
    }),
    z.refine(({ provider, model }) => provider !== 'openai-compatible' || model, {
      error: issue('ai_model_required'),
      path: ['model'],
    }),
  )
export type AiSettingsBody = z.infer<typeof AiSettingsBody>

/** Used when no model is chosen. */
export const DEFAULT_MODELS: Readonly<Record<AiProvider, string>> = {
  openai: 'gpt-5-mini',
  google: 'gemini-2.5-flash',
  anthropic: 'claude-haiku-4-5',
  'openai-compatible': '',
}

export const loadAiSettings = call({
  method: 'GET',
  path: '/settings/ai',
  needs: 'settings:read',
  summary: 'The AI provider of the signed-in user; null when none is set',
  status: 200,
  response: z.nullable(AiSettings),
})

export const saveAiSettings = call({
  method: 'PUT',
  path: '/settings/ai',
  needs: 'settings:write',
  summary: `Check an AI key with its provider and keep it encrypted. On the sandbox: ${errors.ai_settings_simulated.text}`,
  body: AiSettingsBody,
  status: 200,
  response: AiSettings,
})

export const removeAiSettings = call({
  method: 'DELETE',
  path: '/settings/ai',
  needs: 'settings:write',
  summary: 'Forget the AI key',
  status: 204,
})

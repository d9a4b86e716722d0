import { type AiProvider, type AiSettings, AiSettingsBody } from '@kirim/contract/settings'
import * as z from 'zod/mini'
import { textKey } from '#shared/i18n/text-key.ts'

/** What the form holds: texts, as they are typed. */
export const AiSettingsValues = z.pipe(
  z.pipe(
    z.object({
      provider: AiSettingsBody.shape.provider,
      model: z.string(),
      baseUrl: z.string(),
      apiKey: z.string(),
      monthlyLimit: z
        .string()
        .check(
          z.trim(),
          z.regex(/^\d*$/, textKey('Enter a whole number, or leave it empty for no cap.')),
        ),
    }),
    z.transform(
      ({ provider, model, baseUrl, apiKey, monthlyLimit }): z.input<typeof AiSettingsBody> => ({
        provider,
        model,
        baseUrl: provider === 'openai-compatible' ? baseUrl : '',
        ...(apiKey.trim() !== '' && { apiKey }),
        monthlyLimit: monthlyLimit === '' ? null : Number(monthlyLimit),
      }),
    ),
  ),
  AiSettingsBody,
)
export type AiSettingsValues = z.input<typeof AiSettingsValues>

/** The form as it opens; a key is never shown again. */
export function valuesOf(settings: AiSettings | null): AiSettingsValues {
  return {
    provider: settings?.provider ?? 'openai',
    model: settings?.model ?? '',
    baseUrl: settings?.baseUrl ?? '',
    apiKey: '',
    monthlyLimit: settings?.monthlyLimit?.toString() ?? '',
  }
}

/** A model is its provider's own: another provider starts with its default (''). */
export function modelFor(provider: AiProvider, kept: AiSettings | null): string {
  const start = valuesOf(kept)
  return provider === start.provider ? start.model : ''
}

/**
 * Whether there is something to save: a new key [5.settings.key], or another setting while the kept
 * key still fits. A key belongs to its provider and address, so another of these needs its own.
 */
export function isSavable(values: AiSettingsValues, kept: AiSettings | null): boolean {
  if (values.apiKey.trim() !== '') return true
  if (!kept?.hasKey) return false
  const start = valuesOf(kept)
  const samePlace = values.provider === start.provider && values.baseUrl === start.baseUrl
  return samePlace && JSON.stringify(values) !== JSON.stringify(start)
}

import { type AiProvider, type AiSettings, AiSettingsBody } from '@kirim/contract/settings'
import * as z from 'zod/mini'
import { textKey } from '#shared/i18n/text-key.ts'

/** The form values, as typed. */
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
          z.regex(/^\d*$/, textKey('Enter a whole number, or leave empty for no cap.')),
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

/** The initial form values; a stored key is never shown. */
export function valuesOf(settings: AiSettings | null): AiSettingsValues {
  return {
    provider: settings?.provider ?? 'openai',
    model: settings?.model ?? '',
    baseUrl: settings?.baseUrl ?? '',
    apiKey: '',
    monthlyLimit: settings?.monthlyLimit?.toString() ?? '',
  }
}

/** The model for a provider: the stored one, or '' (the default) for another provider. */
export function modelFor(provider: AiProvider, stored: AiSettings | null): string {
  const start = valuesOf(stored)
  return provider === start.provider ? start.model : ''
}

/**
 * Whether there is something to save: a new key [5.settings.key], or another setting while the
 * stored key is still valid. A key belongs to one provider and address; others need a new one.
 */
export function isSavable(values: AiSettingsValues, stored: AiSettings | null): boolean {
  if (values.apiKey.trim() !== '') return true
  if (!stored?.hasKey) return false
  const start = valuesOf(stored)
  const samePlace = values.provider === start.provider && values.baseUrl === start.baseUrl
  return samePlace && JSON.stringify(values) !== JSON.stringify(start)
}

import { NumberSettings } from '@kirim/contract/chatbot-tools'
import * as z from 'zod/mini'
import { textKey } from '#shared/i18n/text-key.ts'

function whole(max: number, problem: string) {
  return z.pipe(
    z.pipe(z.string().check(z.trim(), z.regex(/^\d{1,9}$/, problem)), z.transform(Number)),
    z.number().check(z.lte(max, problem)),
  )
}

/** The values of the settings' form: texts, as typed. */
export const SettingsValues = z.extend(NumberSettings, {
  cooldownSeconds: whole(86_400, textKey('Enter whole seconds, from 0 to 86400 (a day).')),
  quietMinutes: whole(10_080, textKey('Enter whole minutes, from 0 to 10080 (a week).')),
})
export type SettingsValues = z.input<typeof SettingsValues>

export function settingsValuesOf(settings: NumberSettings): SettingsValues {
  return {
    ...settings,
    cooldownSeconds: String(settings.cooldownSeconds),
    quietMinutes: String(settings.quietMinutes),
  }
}

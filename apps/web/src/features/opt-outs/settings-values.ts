import { OptOutSettings } from '@kirim/contract/opt-outs'
import { type FieldIssue, fieldIssues } from '#shared/forms/field-issue.ts'
import { finished, type Keywords } from '#shared/forms/keywords.ts'

export interface SettingsValues {
  words: Keywords
  answer: string
  lineByDefault: boolean
}

export function valuesOf({ words, ...settings }: OptOutSettings): SettingsValues {
  return { ...settings, words: { words, typing: '' } }
}

/** The settings to save, with the word that is still being typed. */
export function settingsOf({ words, ...values }: SettingsValues): OptOutSettings {
  return { ...values, words: [...finished(words).words] }
}

type SettingsProblems = Partial<Record<keyof SettingsValues, FieldIssue>>

export function problemsOf(values: SettingsValues): SettingsProblems {
  return Object.fromEntries(fieldIssues(OptOutSettings.safeParse(settingsOf(values)).error))
}

import type { FieldError } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { problemText } from '#shared/i18n/server-text.ts'

/** Says what is wrong with a field in the chosen language; undefined when nothing is. */
export function useProblemText(): (error: FieldError | undefined) => string | undefined {
  useTranslation()
  return (error) => error?.message && problemText(error.message)
}

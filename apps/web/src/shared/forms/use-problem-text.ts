import type { FieldError } from 'react-hook-form'
import { useTranslation } from 'react-i18next'

/** Says what is wrong with a field in the chosen language; undefined when nothing is. */
export function useProblemText(): (error: FieldError | undefined) => string | undefined {
  const { t } = useTranslation()
  return (error) => error?.message && t(error.message)
}

import { useFormState } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { problemText } from '#shared/i18n/server-text.ts'

/**
 * What is wrong with a field of the form around, in the chosen language; undefined when nothing is.
 */
export function useFieldProblem<V extends object>(name: keyof V & string): string | undefined {
  useTranslation()
  const { errors } = useFormState({ name })
  const message = errors[name]?.message
  return typeof message === 'string' ? problemText(message) : undefined
}

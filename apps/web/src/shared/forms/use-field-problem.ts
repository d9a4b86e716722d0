import { type FieldError, get, useFormState } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { fieldProblem } from './field-issue.ts'

/**
 * What is wrong with a field of the form around, in the chosen language; undefined when nothing is.
 */
export function useFieldProblem<V extends object>(name: keyof V & string): string | undefined {
  useTranslation()
  const { errors } = useFormState({ name })
  const error: FieldError | undefined = get(errors, name)
  return fieldProblem(error)
}

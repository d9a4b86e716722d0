import { type FieldError, get, useFormState } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { fieldProblem } from './field-issue.ts'

/** The translated error of a field of the surrounding form; undefined when there is none. */
export function useFieldProblem<V extends object>(name: keyof V & string): string | undefined {
  useTranslation()
  const { errors } = useFormState({ name })
  const error: FieldError | undefined = get(errors, name)
  return fieldProblem(error)
}

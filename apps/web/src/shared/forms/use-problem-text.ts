import { useTranslation } from 'react-i18next'
import { fieldProblem } from './field-issue.ts'

/** Returns a function that translates a field error; undefined when there is none. */
export function useProblemText(): typeof fieldProblem {
  useTranslation()
  return fieldProblem
}

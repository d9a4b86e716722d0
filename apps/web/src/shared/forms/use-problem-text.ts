import { useTranslation } from 'react-i18next'
import { fieldProblem } from './field-issue.ts'

/** Says what is wrong with a field in the chosen language; undefined when nothing is. */
export function useProblemText(): typeof fieldProblem {
  useTranslation()
  return fieldProblem
}

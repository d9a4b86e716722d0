import type { FieldError } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { fieldProblem } from '#shared/forms/field-issue.ts'

/** What is wrong with the name of a segment; the server speaks of groups, which it is one of. */
export function useNameProblem() {
  const { t } = useTranslation()
  return (error: FieldError | undefined): string | undefined => {
    if (error?.type === 'group_name_empty') return t('Give the segment a name.')
    if (error?.type === 'group_name_taken') return t('A group or segment already has this name.')
    return fieldProblem(error)
  }
}

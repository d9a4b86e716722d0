import { useTranslation } from 'react-i18next'
import { type FieldIssue, fieldProblem } from './field-issue.ts'
import { placeIssues } from './place-issues.ts'

interface RefusedFields<F extends string> {
  /** The translated error of each field. */
  problems: Partial<Record<F, string | undefined>>
  /** Whether every issue belongs to one of the fields. */
  complete: boolean
}

/** Assigns the issues of a refusal to the fields of a form that keeps its own values. */
export function refusedFields<F extends string>(
  error: unknown,
  fields: readonly F[],
): RefusedFields<F> {
  const problems: Partial<Record<F, string | undefined>> = {}
  const complete = placeIssues<F>(
    {
      getValues: () => Object.fromEntries(fields.map((field) => [field, ''])),
      setError(field: F, issue: FieldIssue) {
        problems[field] = fieldProblem(issue)
      },
    },
    error,
  )
  return { problems, complete }
}

/** Like `refusedFields`, but follows the chosen language. */
export function useRefusedFields<F extends string>(
  error: unknown,
  fields: readonly F[],
): RefusedFields<F> {
  useTranslation()
  return refusedFields(error, fields)
}

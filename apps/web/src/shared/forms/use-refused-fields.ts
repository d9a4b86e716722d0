import { useTranslation } from 'react-i18next'
import { type FieldIssue, fieldProblem } from './field-issue.ts'
import { placeIssues } from './place-issues.ts'

interface RefusedFields<F extends string> {
  /** What the refusal says of each field, in the chosen language. */
  problems: Partial<Record<F, string | undefined>>
  /** Every issue has its field: nothing is left to be said elsewhere. */
  complete: boolean
}

/** Where a refusal belongs in a form that keeps its own values; `fields` are those it has. */
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

/** The same for a component: it follows the chosen language. */
export function useRefusedFields<F extends string>(
  error: unknown,
  fields: readonly F[],
): RefusedFields<F> {
  useTranslation()
  return refusedFields(error, fields)
}

import { issueTemplate } from '@kirim/contract/issue-texts'
import { useEffect, useEffectEvent } from 'react'
import { ApiError } from '#shared/api/api-error.ts'
import { type FieldIssue, toFieldIssue } from './field-issue.ts'

/** As much of a form as it takes to say what is wrong in it. */
interface Placing<F extends string> {
  getValues(): unknown
  setError(field: F, issue: FieldIssue, options: { shouldFocus: boolean }): void
}

/**
 * Says what the server found wrong at the fields it is about, and leads to the first. True when
 * every issue had its field: then nothing is left to be said elsewhere.
 */
export function placeIssues<F extends string>(form: Placing<F>, error: unknown): boolean {
  if (!(error instanceof ApiError)) return false
  const placed = new Set<string>()
  let left = error.issues.length
  for (const { path, code, params } of error.issues) {
    const field = fieldAt(form.getValues(), path)
    const own = code === error.code ? error.serverMessage : null
    // What a newer server found wrong has no words here: all of it is said as the server does.
    if (!field || (own === null && issueTemplate(code) === null)) continue
    left -= 1
    if (placed.has(field)) continue
    const shouldFocus = placed.size === 0
    form.setError(field as F, toFieldIssue(code, params, own ?? undefined), { shouldFocus })
    placed.add(field)
  }
  return placed.size > 0 && left === 0
}

/**
 * The same for a refusal that the form shows, once the form is no longer busy: a disabled field
 * takes no focus.
 */
export function usePlacedIssues<F extends string>(
  form: Placing<F>,
  error: unknown,
  busy: boolean,
): void {
  const place = useEffectEvent(() => placeIssues(form, error))
  useEffect(() => {
    if (error && !busy) place()
  }, [error, busy])
}

/** As far as the form's values follow a path; empty when they do not know its beginning. */
function fieldAt(values: unknown, path: readonly (string | number)[]): string {
  const known: (string | number)[] = []
  let at = values
  for (const step of path) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, step)) break
    at = at[step as keyof typeof at]
    known.push(step)
  }
  return known.join('.')
}

import { issueTemplate } from '@kirim/contract/issue-texts'
import { useEffect, useEffectEvent } from 'react'
import { ApiError } from '#shared/api/api-error.ts'
import { type FieldIssue, toFieldIssue } from './field-issue.ts'

/** The parts of a form needed to set field errors. */
interface Placing<F extends string> {
  getValues(): unknown
  setError(field: F, issue: FieldIssue, options: { shouldFocus: boolean }): void
}

/**
 * Sets the server's issues as errors of their fields and focuses the first one. Returns true when
 * every issue had a field, so that nothing is left to show elsewhere.
 */
export function placeIssues<F extends string>(form: Placing<F>, error: unknown): boolean {
  if (!(error instanceof ApiError)) return false
  const placed = new Set<string>()
  let left = error.issues.length
  for (const { path, code, params } of error.issues) {
    const field = fieldAt(form.getValues(), path)
    const own = code === error.code ? error.serverMessage : null
    // An issue unknown to this version has no text here; the server's message is shown instead.
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
 * Does the same for a refusal once the form is no longer busy, because a disabled field cannot take
 * the focus.
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

/**
 * The longest prefix of a path that exists in the form's values, as a field name; empty when there
 * is none.
 */
function fieldAt(values: unknown, path: readonly (string | number)[]): string {
  const prefix: (string | number)[] = []
  let at = values
  for (const step of path) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, step)) break
    at = at[step as keyof typeof at]
    prefix.push(step)
  }
  return prefix.join('.')
}

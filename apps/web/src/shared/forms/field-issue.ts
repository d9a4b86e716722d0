import { type IssueCode, issueText } from '@kirim/contract/issue-texts'
import { issueOf } from '@kirim/contract/issues'
import type { ErrorParams } from '@kirim/contract/refusals'
import type { FieldError } from 'react-hook-form'
import type { core } from 'zod/mini'
import { problemText } from '#shared/i18n/server-text.ts'

/**
 * What is wrong with a field, as its form keeps it: `type` is a code of the contract, or a text of
 * the form's own. It is put into words where it is shown, for the language may change meanwhile.
 */
export interface FieldIssue {
  readonly type: string
  readonly params: ErrorParams
  /** In English. */
  readonly message: string
}

/** Something of the contract's that is wrong with a field. */
export function fieldIssue(code: IssueCode, params: ErrorParams = {}): FieldIssue {
  return toFieldIssue(code, params)
}

/** Something that only this form refuses; the text is marked with `textKey`. */
export function ownIssue(text: string): FieldIssue {
  return toFieldIssue(text, {})
}

export function toFieldIssue(
  code: string,
  params: ErrorParams,
  message = issueText({ code, params }) ?? code,
): FieldIssue {
  return { type: code, params, message }
}

/** What a schema found wrong: the first for each field of the form, by the field's name. */
export function fieldIssues(error: core.$ZodError | undefined): Map<string, FieldIssue> {
  const found = new Map<string, FieldIssue>()
  for (const issue of error?.issues ?? []) {
    const { path, code, params } = issueOf(issue)
    const [field] = path
    if (typeof field === 'string' && !found.has(field)) found.set(field, toFieldIssue(code, params))
  }
  return found
}

/** In the chosen language; undefined when nothing is wrong. */
export function fieldProblem(error: Pick<FieldError, 'type' | 'message'> | undefined) {
  if (!error?.message) return undefined
  const params = 'params' in error ? (error as FieldIssue).params : {}
  return problemText({ code: error.type, params, message: error.message })
}

import { type IssueCode, issueText } from '@kirim/contract/issue-texts'
import { issueOf } from '@kirim/contract/issues'
import type { ErrorParams } from '@kirim/contract/refusals'
import type { FieldError } from 'react-hook-form'
import type { core } from 'zod/mini'
import { problemText } from '#shared/i18n/server-text.ts'

/**
 * A field error as stored by the form: `type` is a code of the contract or a text of the form
 * itself. It is translated when shown, because the language may change.
 */
export interface FieldIssue {
  readonly type: string
  readonly params: ErrorParams
  /** In English. */
  readonly message: string
}

/** Creates a field error from a code of the contract. */
export function fieldIssue(code: IssueCode, params: ErrorParams = {}): FieldIssue {
  return toFieldIssue(code, params)
}

/** Creates a field error of this form alone; mark the text with `textKey`. */
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

/** Converts schema errors to field errors, the first one for each field name. */
export function fieldIssues(error: core.$ZodError | undefined): Map<string, FieldIssue> {
  const found = new Map<string, FieldIssue>()
  for (const issue of error?.issues ?? []) {
    const { path, code, params } = issueOf(issue)
    const [field] = path
    if (typeof field === 'string' && !found.has(field)) found.set(field, toFieldIssue(code, params))
  }
  return found
}

/** Translates a field error; undefined when there is none. */
export function fieldProblem(error: Pick<FieldError, 'type' | 'message'> | undefined) {
  if (!error?.message) return undefined
  const params = 'params' in error ? (error as FieldIssue).params : {}
  return problemText({ code: error.type, params, message: error.message })
}

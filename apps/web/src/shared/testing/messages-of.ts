import type { FieldIssue } from '#shared/forms/field-issue.ts'

/** What is wrong with a form's fields, as it is read in English. */
export function messagesOf(problems: Readonly<Record<string, FieldIssue>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(problems).map(([field, { message }]) => [field, message]),
  )
}

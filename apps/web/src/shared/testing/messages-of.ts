import type { FieldIssue } from '#shared/forms/field-issue.ts'

/** The English messages of field errors. */
export function messagesOf(problems: Readonly<Record<string, FieldIssue>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(problems).map(([field, { message }]) => [field, message]),
  )
}

import type { Field, FieldErrors, FieldValues, Resolver } from 'react-hook-form'
import type { FieldIssue } from './field-issue.ts'

type Problems<V> = Partial<Record<keyof V, FieldIssue>>

/**
 * A form resolver that validates with a pure function. A field with input the browser cannot parse,
 * such as half a date, has no value; `unreadable` gives its error.
 */
export function problemResolver<V extends FieldValues>(
  problemsOf: (values: V) => Problems<V>,
  unreadable: Problems<V> = {},
): Resolver<V> {
  return (values, _context, { fields }) => {
    const boxes: Partial<Record<string, Field['_f']>> = fields
    const unread = Object.entries(unreadable).filter(([name]) => isUnreadable(boxes[name]))
    const problems = [...Object.entries(problemsOf(values)), ...unread]
    return problems.length > 0
      ? { values: {}, errors: Object.fromEntries(problems) as FieldErrors<V> }
      : { values, errors: {} }
  }
}

function isUnreadable(box: Field['_f'] | undefined): boolean {
  return box?.ref instanceof HTMLInputElement && box.ref.validity.badInput
}

import type { Field, FieldErrors, FieldValues, Resolver } from 'react-hook-form'
import type { FieldIssue } from './field-issue.ts'

type Problems<V> = Partial<Record<keyof V, FieldIssue>>

/**
 * A resolver that asks a pure function what is wrong with the values, by field. A box that holds
 * what the browser cannot read, such as half a date, has no value: `unreadable` says what is wrong
 * with it.
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

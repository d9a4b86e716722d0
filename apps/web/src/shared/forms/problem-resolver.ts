import type { FieldValues, Resolver } from 'react-hook-form'

/** A resolver that asks a pure function what is wrong with the values, by field. */
export function problemResolver<V extends FieldValues>(
  problemsOf: (values: V) => Partial<Record<keyof V, string>>,
): Resolver<V> {
  return (values) => {
    const problems = Object.entries(problemsOf(values))
    const errors = problems.map(([name, message]) => [name, { type: 'custom', message }])
    return errors.length > 0
      ? { values: {}, errors: Object.fromEntries(errors) }
      : { values, errors: {} }
  }
}

import { issueOf } from '@kirim/contract/issues'
import { type FieldErrors, type FieldValues, type Resolver, set } from 'react-hook-form'
import type { input, output, ZodMiniType } from 'zod/mini'
import { toFieldIssue } from './field-issue.ts'

/**
 * A form resolver that validates with a schema. Library resolvers keep only a message for each
 * issue and drop its code and values.
 */
export function issueResolver<S extends ZodMiniType<FieldValues, FieldValues>>(
  schema: S,
): Resolver<input<S>, unknown, output<S>> {
  return (values) => {
    const parsed = schema.safeParse(values)
    if (parsed.success) return { values: parsed.data, errors: {} }
    const errors: FieldErrors = {}
    // Reversed, so that the first issue of each field wins.
    for (const { path, code, params } of parsed.error.issues.map(issueOf).reverse()) {
      set(errors, path.join('.'), toFieldIssue(code, params))
    }
    return { values: {}, errors: errors as FieldErrors<input<S>> }
  }
}

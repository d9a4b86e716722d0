import { issueOf } from '@kirim/contract/issues'
import { type FieldErrors, type FieldValues, type Resolver, set } from 'react-hook-form'
import type { input, output, ZodMiniType } from 'zod/mini'
import { toFieldIssue } from './field-issue.ts'

/**
 * A resolver that asks a schema; a library's would keep a sentence of each issue, and drop its
 * values.
 */
export function issueResolver<S extends ZodMiniType<FieldValues, FieldValues>>(
  schema: S,
): Resolver<input<S>, unknown, output<S>> {
  return (values) => {
    const parsed = schema.safeParse(values)
    if (parsed.success) return { values: parsed.data, errors: {} }
    const errors: FieldErrors = {}
    // The first one of a field stands.
    for (const { path, code, params } of parsed.error.issues.map(issueOf).reverse()) {
      set(errors, path.join('.'), toFieldIssue(code, params))
    }
    return { values: {}, errors: errors as FieldErrors<input<S>> }
  }
}

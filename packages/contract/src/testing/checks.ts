import type { ZodMiniType } from 'zod/mini'

/** A check with an issue of its own, and the values for the text of this issue. */
export interface CheckIssue {
  readonly code: unknown
  readonly params: readonly string[]
}

interface Definition {
  readonly check?: string
  readonly checks?: readonly unknown[]
  readonly error?: (found: object) => unknown
  readonly params?: object
}

const LIMITS: Readonly<Record<string, string>> = {
  max_length: 'max',
  less_than: 'max',
  min_length: 'min',
  greater_than: 'min',
}

/** The issues that a schema, or anything within it, gives to its checks. */
export function checkIssuesOf(schema: ZodMiniType): CheckIssue[] {
  const seen = new Set<unknown>()
  const found: CheckIssue[] = []
  const open: unknown[] = [schema]
  for (let one = open.pop(); one !== undefined; one = open.pop()) {
    if (typeof one !== 'object' || one === null || seen.has(one)) continue
    seen.add(one)
    const def = definitionOf(one)
    if (def?.error) found.push({ code: def.error({}), params: paramsOf(def) })
    // Lists, records and options: a schema may occur anywhere in the definition of another.
    open.push(...Object.values(def ?? one))
  }
  return found
}

function definitionOf(one: object): Definition | undefined {
  return '_zod' in one ? (one._zod as { def: Definition }).def : undefined
}

function paramsOf({ check = '', params = {} }: Definition): string[] {
  const limit = LIMITS[check]
  return limit === undefined ? Object.keys(params) : [limit]
}

import * as z from 'zod/mini'
import { issue } from './issues.ts'

export const IDEMPOTENCY_KEY_HEADER = 'idempotency-key'

/** The headers of a call that may be repeated: the same key never creates anything twice. */
export const IdempotencyHeaders = z.object({
  // The key may be quoted; it is compared unchanged.
  [IDEMPOTENCY_KEY_HEADER]: z.optional(
    z.string().check(z.regex(/^[ -~]{1,255}$/, issue('idempotency_key_invalid'))),
  ),
})

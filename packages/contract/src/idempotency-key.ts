import * as z from 'zod/mini'
import { issue } from './issues.ts'

export const IDEMPOTENCY_KEY_HEADER = 'idempotency-key'

/** Of a call that creates something once, however often it is made with the same key. */
export const IdempotencyHeaders = z.object({
  // Quoted or not: it is compared as it stands.
  [IDEMPOTENCY_KEY_HEADER]: z.optional(
    z.string().check(z.regex(/^[ -~]{1,255}$/, issue('idempotency_key_invalid'))),
  ),
})

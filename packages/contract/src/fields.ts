import * as z from 'zod/mini'
import type { IssueCode } from './issue-texts.ts'
import { issue } from './issues.ts'

/** An id; `missing` is the issue when it is empty. */
export const idField = (missing?: IssueCode) =>
  z.string().check(z.minLength(1, missing), z.maxLength(100))

/** An id in a path. A malformed id is answered with 404, like an unknown one. */
export const Id = idField()

export const IdParams = z.object({ id: Id })

/** A moment on the wire: ISO 8601 in UTC. */
export const Moment = z.iso.datetime()

/** An IANA time zone that this runtime knows. */
export const TimeZone = z
  .string()
  .check(z.maxLength(100, { abort: true }), z.refine(isTimeZone, issue('time_zone_unknown')))

export const PageQuery = z.object({
  limit: z.optional(z.coerce.number().check(z.int(), z.gte(1), z.lte(1000))),
  cursor: z.optional(z.string().check(z.maxLength(500))),
  q: z.optional(z.string().check(z.trim(), z.maxLength(200))),
})

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}

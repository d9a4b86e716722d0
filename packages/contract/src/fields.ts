import { z } from 'zod'

/** An id; `missing` is what is said when it is empty. */
export const idField = (missing?: string) => z.string().min(1, missing).max(100)

/** An id as it appears in a path. A malformed one is simply not found. */
export const Id = idField()

export const IdParams = z.object({ id: Id })

/** A moment on the wire: ISO 8601 in UTC. */
export const Moment = z.iso.datetime()

/** An IANA time zone that this runtime knows. */
export const TimeZone = z
  .string()
  .max(100, { abort: true })
  .refine(isTimeZone, 'Unknown time zone.')

export const PageQuery = z.object({
  limit: z.coerce.number().int().min(1).max(1000).optional(),
  cursor: z.string().max(500).optional(),
  q: z.string().trim().max(200).optional(),
})

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}

import * as z from 'zod/mini'

/** Messages by how they stand now. */
export const MessageCounts = z.object({
  sent: z.int(),
  delivered: z.int(),
  read: z.int(),
  failed: z.int(),
})
export type MessageCounts = z.infer<typeof MessageCounts>

/** Those that left in one span of time. */
export const MessageSpan = z.extend(MessageCounts, {
  /** Its begin on the clock of the asked time zone: 2026-11-27T09:15. */
  start: z.string(),
})
export type MessageSpan = z.infer<typeof MessageSpan>

import * as z from 'zod/mini'

/** Messages by their current state. */
export const MessageCounts = z.object({
  sent: z.int(),
  delivered: z.int(),
  read: z.int(),
  failed: z.int(),
})
export type MessageCounts = z.infer<typeof MessageCounts>

/** The messages that left in one span of time. */
export const MessageSpan = z.extend(MessageCounts, {
  /** Its start on the clock of the requested time zone: 2026-11-27T09:15. */
  start: z.string(),
})
export type MessageSpan = z.infer<typeof MessageSpan>

import { agingEntries, agingMemberMessages } from '../features/chats/aging-work.ts'
import type { Delivery } from '../features/delivery/delivery.feature.ts'
import type { Messages } from '../features/messages/messages.feature.ts'
import { createRetention } from '../features/retention/retention.ts'
import type { Base } from './base.ts'
import type { Media } from './media.ts'

interface Aging {
  readonly messages: Messages
  readonly delivery: Delivery
  readonly library: Media['library']
}

/** Wires retention: which rows grow old, and what their files are still needed for. */
export function wireRetention(
  { config, db, work, clock, log }: Base,
  { messages, delivery, library }: Aging,
) {
  return createRetention({
    db,
    days: config.retentionDays,
    // Replies before what they answer, which says whether they are settled.
    kinds: [delivery.aging, ...messages.aging, agingEntries, agingMemberMessages],
    releaseUnused: library.releaseUnused,
    work,
    clock,
    log,
  })
}

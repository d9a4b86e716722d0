import { agingInbox, agingInboxIds } from '../features/chatbots/inbox/prune-inbox.ts'
import type { Delivery } from '../features/delivery/delivery.feature.ts'
import { createRetention } from '../features/retention/retention.ts'
import type { Base } from './base.ts'
import type { Media } from './media.ts'

/** Wires retention: which rows grow old, and what their files are still needed for. */
export function wireRetention(
  { config, db, work, clock, log }: Base,
  { outgoing, library }: { outgoing: Delivery; library: Media['library'] },
) {
  return createRetention({
    db,
    days: config.retentionDays,
    // Replies before what they answer, which says whether they are settled.
    kinds: [outgoing.aging, agingInbox, agingInboxIds],
    releaseUnused: library.releaseUnused,
    work,
    clock,
    log,
  })
}

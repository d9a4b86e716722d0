import type { ChatCount, ChatFilter, ChatView } from '@kirim/contract/chats'

export type QueueCounts = Readonly<Record<ChatView, number>>

/**
 * The chats of each view, of the numbers and assignees that the filter leaves; null when it asks
 * for what the counts do not know.
 */
export function queueCounts(
  counts: readonly ChatCount[],
  { deviceId, assignedTo, ...others }: ChatFilter,
  personId: string,
): QueueCounts | null {
  if (Object.keys(others).length > 0) return null
  const sums = { unanswered: 0, mine: 0, all: 0, snoozed: 0, closed: 0 }
  for (const row of counts) {
    if (deviceId && row.deviceId !== deviceId) continue
    if (assignedTo && (row.assignedTo ?? 'nobody') !== assignedTo) continue
    const open = row.unanswered + row.answered
    sums.unanswered += row.unanswered
    sums.all += open
    sums.snoozed += row.snoozed
    sums.closed += row.closed
    if (row.assignedTo === personId) sums.mine += open
  }
  return sums
}

import type { ChatCount } from '@kirim/contract/chats'

/** How many chats wait for an answer. */
export function waitingIn(counts: readonly ChatCount[] = []): number {
  return counts.reduce((sum, { unanswered }) => sum + unanswered, 0)
}

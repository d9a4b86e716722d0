import type { ChatEntry } from '@kirim/contract/chat-entries'
import { isScheduled } from '../timeline/timeline-window.ts'

/** What is open for a message beside its menu. */
export type Asked = 'emoji' | 'receipts' | 'deletion' | null

/** How long a message may be edited after it was sent, as the network has it. */
const EDITED_WITHIN_MS = 15 * 60_000

/** Whether the network has it: only then can it be quoted, reacted to or deleted. */
export function isOnNetwork(entry: ChatEntry): boolean {
  const { type, deletedAt, state, content } = entry
  const isMessage = type === 'message' && content?.type !== 'system' && content?.type !== 'call'
  const hasLeft = !isScheduled(entry) && state !== 'pending' && state !== 'failed'
  return isMessage && hasLeft && deletedAt === null
}

/** How long its text can still be changed, in milliseconds; 0 when it cannot. */
export function editableFor(entry: ChatEntry, now: number): number {
  const { by, text, sentAt, at, content } = entry
  if (by !== 'member' || text === '' || content?.type === 'poll' || !isOnNetwork(entry)) return 0
  return Math.max(0, Date.parse(sentAt ?? at) + EDITED_WITHIN_MS - now)
}

/** Whether somebody of the team wrote it, so that it can be deleted for everybody. */
export function isDeletable(entry: ChatEntry): boolean {
  return entry.by === 'member' && isOnNetwork(entry)
}

/** The reaction of our own number; empty without one. */
export function ownReaction({ reactions }: ChatEntry): string {
  return reactions.find(({ isOurs }) => isOurs)?.emoji ?? ''
}

/** The entry once our own reaction is this one; empty takes it back. */
export function withReaction(entry: ChatEntry, emoji: string): ChatEntry {
  const others = entry.reactions.filter(({ isOurs }) => !isOurs)
  const ours = emoji === '' ? [] : [{ emoji, by: '', isOurs: true }]
  return { ...entry, reactions: [...others, ...ours] }
}

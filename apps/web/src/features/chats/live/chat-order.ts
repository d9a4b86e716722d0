import type { Chat } from '@kirim/contract/chats'
import type { ChatSelection } from '../chat-queries.ts'

/**
 * The order of every list: who waits longest, then the newest; closed ones by when they were
 * closed. At the same moment ids decide, as on the server.
 */
export function compareChats(a: Chat, b: Chat): number {
  const isWaiting = a.queue === 'unanswered'
  if (isWaiting !== (b.queue === 'unanswered')) return isWaiting ? -1 : 1
  const order = compare(momentOf(a), momentOf(b)) || compare(a.id, b.id)
  return isWaiting ? order : -order
}

/**
 * Whether a chat stands in a list. Whose tag matches is known to the server alone: such a list
 * keeps what it has, which `null` says.
 */
export function belongsTo(
  chat: Chat,
  { view, filter }: ChatSelection,
  personId: string,
): boolean | null {
  const isOpen = chat.queue === 'unanswered' || chat.queue === 'answered'
  const shown = {
    unanswered: chat.queue === 'unanswered',
    mine: isOpen && chat.assignedTo === personId,
    all: isOpen,
    snoozed: chat.queue === 'snoozed',
    closed: chat.queue === 'closed',
  }[view]
  const { deviceId, labelId, assignedTo, kind, tag } = filter
  const fits =
    (!deviceId || chat.deviceId === deviceId) &&
    (!labelId || chat.labelIds.includes(labelId)) &&
    (!assignedTo || (chat.assignedTo ?? 'nobody') === assignedTo) &&
    (!kind || chat.kind === kind)
  if (!shown || !fits) return false
  return tag === undefined ? true : null
}

function momentOf({ queue, waitingSince, closedAt, lastAt }: Chat): string {
  const moment = { unanswered: waitingSince, answered: lastAt, snoozed: null, closed: closedAt }[
    queue
  ]
  return moment ?? lastAt
}

/** Moments are written alike, and compare as texts. */
function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

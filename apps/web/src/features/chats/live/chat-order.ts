import type { Chat } from '@kirim/contract/chats'
import type { ChatSelection } from '../chat-queries.ts'

/** The order of every list: who waits longest, then the newest. */
export function compareChats(a: Chat, b: Chat): number {
  const waits = Number(b.queue === 'unanswered') - Number(a.queue === 'unanswered')
  if (waits !== 0) return waits
  const times =
    a.queue === 'unanswered' ? compare(sinceOf(a), sinceOf(b)) : compare(b.lastAt, a.lastAt)
  return times || compare(a.id, b.id)
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

function sinceOf(chat: Chat): string {
  return chat.waitingSince ?? chat.lastAt
}

/** Moments are written alike, and ids are compared by their letters: so does the server. */
function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

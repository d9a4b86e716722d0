import { chatbotAnswers } from '../features/chatbots/answering/answers.ts'
import { sentInChats } from '../features/delivery/timeline-half.ts'
import type { MovingChats } from '../features/messages/chat-keys.ts'
import { createInboxRepository } from '../features/messages/inbox.repository.ts'
import type { InboxChangesDeps } from '../features/messages/inbox-changes.repository.ts'
import { createListeners } from '../features/messages/listeners.ts'
import {
  agingInboxIds,
  agingPreviews,
  agingReactions,
  createAgingInbox,
} from '../features/messages/prune-inbox.ts'
import { createInboundStore } from '../features/messages/store-inbound.ts'
import { timelineBefore } from '../features/messages/timeline.ts'
import type { Db } from '../platform/database/database.ts'

/** The inbox on a database, of numbers of one user. */
export function plainInbox(db: Db, given: Partial<InboxChangesDeps> = {}) {
  const keeper = createInboundStore(db, {
    ownerOf: async () => 'user',
    answers: chatbotAnswers,
    sent: sentInChats,
    noted: { joinNoted: async () => {} },
    listeners: createListeners([]),
    onChanged() {},
    ...given,
  })
  return { ...createInboxRepository(db), ...keeper }
}

export const agingInbox = createAgingInbox(chatbotAnswers)
export const agingMessages = [agingInbox, agingInboxIds, agingPreviews, agingReactions]
export { sentInChats, timelineBefore }
/** What follows a chat to its new key. */
export const movingChats: MovingChats = {
  ...chatbotAnswers,
  ...sentInChats,
  joinNoted: async () => {},
}

import { labelChat, unlabelChat } from '@kirim/contract/chat-labels'
import {
  assignChat,
  type Chat,
  closeChat,
  reopenChat,
  snoozeChat,
  unsnoozeChat,
} from '@kirim/contract/chats'
import { request } from '#shared/api/request.ts'

/** What is done to a chat as a whole. */
export type ChatAct =
  | { readonly type: 'close' | 'reopen' | 'unsnooze' }
  /** `until` is a moment, or null until the person writes. */
  | { readonly type: 'snooze'; readonly until: string | null }
  | { readonly type: 'assign'; readonly personId: string | null }
  | { readonly type: 'label' | 'unlabel'; readonly labelId: string }

/** The chat as it will be, shown until the server has answered. */
export function expected(chat: Chat, act: ChatAct): Chat {
  const open = chat.waitingSince === null ? 'answered' : 'unanswered'
  const others = (labelId: string) => chat.labelIds.filter((id) => id !== labelId)
  switch (act.type) {
    case 'close':
      return { ...chat, queue: 'closed', closedAt: new Date().toISOString() }
    case 'reopen':
      return { ...chat, queue: open, closedAt: null }
    case 'snooze':
      return { ...chat, queue: 'snoozed', snoozedUntil: act.until }
    case 'unsnooze':
      return { ...chat, queue: open, snoozedUntil: null }
    case 'assign':
      return { ...chat, assignedTo: act.personId }
    case 'label':
      return { ...chat, labelIds: [...others(act.labelId), act.labelId] }
    case 'unlabel':
      return { ...chat, labelIds: others(act.labelId) }
  }
}

/** The act that brings a chat back to what it was; null when the act changed nothing. */
export function undoOf(before: Chat, act: ChatAct): ChatAct | null {
  switch (act.type) {
    case 'close':
      return before.queue === 'closed' ? null : { type: 'reopen' }
    case 'reopen':
      return before.queue === 'closed' ? { type: 'close' } : null
    case 'snooze':
      return before.queue === 'snoozed'
        ? { type: 'snooze', until: before.snoozedUntil }
        : { type: 'unsnooze' }
    case 'unsnooze':
      return { type: 'snooze', until: before.snoozedUntil }
    case 'assign':
      return before.assignedTo === act.personId
        ? null
        : { type: 'assign', personId: before.assignedTo }
    case 'label':
      return before.labelIds.includes(act.labelId)
        ? null
        : { type: 'unlabel', labelId: act.labelId }
    case 'unlabel':
      return before.labelIds.includes(act.labelId) ? { type: 'label', labelId: act.labelId } : null
  }
}

/** Does it on the server. */
export function perform(id: string, act: ChatAct): Promise<Chat> {
  switch (act.type) {
    case 'close':
      return request(closeChat, { params: { id } })
    case 'reopen':
      return request(reopenChat, { params: { id } })
    case 'snooze':
      return request(snoozeChat, { params: { id }, body: { until: act.until } })
    case 'unsnooze':
      return request(unsnoozeChat, { params: { id } })
    case 'assign':
      return request(assignChat, { params: { id }, body: { personId: act.personId } })
    case 'label':
      return request(labelChat, { params: { id, labelId: act.labelId } })
    case 'unlabel':
      return request(unlabelChat, { params: { id, labelId: act.labelId } })
  }
}

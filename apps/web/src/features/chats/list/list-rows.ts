import type { Chat, ChatView } from '@kirim/contract/chats'

export type ListRow =
  | { readonly type: 'head'; readonly group: 'waiting' | 'answered' }
  | { readonly type: 'chat'; readonly chat: Chat }

/** The rows of a view: those with open chats say who waits for an answer, and who has one. */
export function listRows(view: ChatView, chats: readonly Chat[]): readonly ListRow[] {
  const rows = chats.map((chat) => ({ type: 'chat', chat }) as const)
  if (view !== 'all' && view !== 'mine') return rows
  const waiting = rows.filter(({ chat }) => chat.queue === 'unanswered')
  const others = rows.filter(({ chat }) => chat.queue !== 'unanswered')
  return [
    ...(waiting.length > 0 ? [{ type: 'head', group: 'waiting' } as const] : []),
    ...waiting,
    ...(others.length > 0 ? [{ type: 'head', group: 'answered' } as const] : []),
    ...others,
  ]
}

import type { ChatbotItem } from '../chatbot-item.ts'

/** An enabled item for every chat, without keywords; `createdAt` is 0. */
export function makeItem(fields: Partial<ChatbotItem> & { id: string }): ChatbotItem {
  return {
    name: fields.id,
    enabled: true,
    isDefault: false,
    sendTo: 'all',
    type: 'message_contains_keyword',
    keywords: [],
    nextItemId: null,
    createdAt: 0,
    ...fields,
  }
}

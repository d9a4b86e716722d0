import type { ListedChatbotItem } from '@kirim/contract/chatbots'
import { textKey } from '#shared/i18n/text-key.ts'
import type { ListShape } from '#shared/list/list-view.ts'

export type ItemColumn = 'name' | 'status' | 'lastEdited'

export const itemShape: ListShape<ListedChatbotItem, ItemColumn> = {
  words: ({ name }) => [name],
  columns: {
    name: ({ name }) => name,
    // Enabled ones first.
    status: ({ status }) => (status === 'Enabled' ? 0 : 1),
    lastEdited: ({ lastEdited }) => Date.parse(lastEdited),
  },
}

/** Items with keywords before those that only answer when none matches; otherwise unchanged. */
export function inAnswerOrder(items: readonly ListedChatbotItem[]): ListedChatbotItem[] {
  const isLast = ({ isDefault, keywordCount }: ListedChatbotItem) => isDefault && keywordCount === 0
  return [...items.filter((item) => !isLast(item)), ...items.filter(isLast)]
}

/** The lines of the Features column, as translation keys [2.ai-list.features]. */
export function featuresOf({ useAI, media, link }: ListedChatbotItem): string[] {
  return [
    ...(useAI ? [textKey('- AI Reply')] : []),
    ...(media ? [textKey('- Media Attached')] : []),
    ...(link ? [textKey('- Link Included')] : []),
  ]
}

import type { ListedAiCampaign } from '@kirim/contract/chatbots'
import { textKey } from '#shared/i18n/text-key.ts'
import type { ListShape } from '#shared/list/list-view.ts'

export type AiCampaignColumn = 'name' | 'status' | 'lastEdited'

export const aiCampaignShape: ListShape<ListedAiCampaign, AiCampaignColumn> = {
  words: ({ name }) => [name],
  columns: {
    name: ({ name }) => name,
    // Enabled ones first.
    status: ({ status }) => (status === 'Enabled' ? 0 : 1),
    lastEdited: ({ lastEdited }) => Date.parse(lastEdited),
  },
}

/** Those that answer by keywords before those that answer only when none does; else as they are. */
export function inAnswerOrder(campaigns: readonly ListedAiCampaign[]): ListedAiCampaign[] {
  const isLast = ({ isDefault, keywordCount }: ListedAiCampaign) => isDefault && keywordCount === 0
  return [...campaigns.filter((item) => !isLast(item)), ...campaigns.filter(isLast)]
}

/** The lines of the Features column, as keys of the texts [2.ai-list.features]. */
export function featuresOf({ useAI, media, link }: ListedAiCampaign): string[] {
  return [
    ...(useAI ? [textKey('- AI Reply')] : []),
    ...(media ? [textKey('- Media Attached')] : []),
    ...(link ? [textKey('- Link Included')] : []),
  ]
}

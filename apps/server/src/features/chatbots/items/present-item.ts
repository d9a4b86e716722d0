import type { ChatbotItem, ListedChatbotItem } from '@kirim/contract/chatbots'
import type { MediaFile } from '@kirim/contract/media'
import { cutText } from '../../../platform/cut-text.ts'
import { parseReason } from './api-failures.ts'
import type { ListedItem, StoredItem } from './items.repository.ts'

/** What phones show as a link: an address with its scheme, www., or a domain with a path. */
const WEB_LINK = /\bhttps?:\/\/\S|\bwww\.\S|\b[a-z0-9-]{1,63}\.[a-z]{2,20}\/\S/i

/** Enough to tell rows apart; an item may have hundreds. */
const KEYWORDS_SHOWN = 8
const FIRST_LINE_MAX = 160

/** An item as the list shows it [3.ai-list]. */
export function presentListed(item: ListedItem): ListedChatbotItem {
  const callsApi = item.apiRestDataStatus === 'enabled'
  return {
    _id: item.id,
    name: item.name,
    status: item.enabled ? 'Enabled' : 'Disabled',
    useAI: item.useAi,
    media: item.mediaId !== null,
    link: WEB_LINK.test(item.caption),
    lastEdited: new Date(item.updatedAt).toISOString(),
    isDefault: item.isDefault,
    sendTo: item.sendTo,
    type: item.type,
    keywords: item.keywords.slice(0, KEYWORDS_SHOWN),
    keywordCount: item.keywords.length,
    nextBotAction: item.nextItemId ?? '',
    savesResponse: item.saveData === 'response_is_saved',
    callsApi,
    apiFailure:
      callsApi && item.apiFailure
        ? { at: new Date(item.apiFailure.at).toISOString(), ...parseReason(item.apiFailure.reason) }
        : null,
    firstLine: firstLineOf(item.caption),
  }
}

function firstLineOf(caption: string): string {
  const [line = ''] = caption.trimStart().split(/[\r\n]/, 1)
  return line.length > FIRST_LINE_MAX ? `${cutText(line, FIRST_LINE_MAX)}…` : line
}

/** An item as its form loads it [3.ai]. */
export function presentItem(item: StoredItem, file: MediaFile | null): ChatbotItem {
  return {
    _id: item.id,
    id: item.id,
    deviceId: item.deviceId,
    campaignType: 'ai_chatbot',
    status: item.enabled ? 'enable' : 'disable',
    isNotMatchDefaultResponse: item.isDefault,
    sendTo: item.sendTo,
    type: item.type,
    name: item.name,
    description: item.description,
    keywords: [...item.keywords],
    nextBotAction: item.nextItemId ?? '',
    presenceDelayTime: item.presenceDelayTime,
    presenceDelayStatus: item.presenceDelayStatus,
    saveData: item.saveData,
    apiRestDataStatus: item.apiRestDataStatus,
    mediaFileAi: file,
    captionAi: item.caption,
    useAiFeature: item.useAi ? 'use_ai' : 'not_use_ai',
    aiSpintax: item.aiSpintax,
    lastEdited: new Date(item.updatedAt).toISOString(),
    ...(item.handOver && { handOver: item.handOver }),
  }
}

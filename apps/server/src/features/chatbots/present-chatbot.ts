import type { AiCampaign, AiDeviceSummary, ListedAiCampaign } from '@kirim/contract/chatbots'
import type { MediaFile } from '@kirim/contract/media'
import type { StoredItem } from './items.repository.ts'
import type { ChatbotNumber } from './numbers.repository.ts'

/** What phones make a link of: an address with its scheme, www., or a domain with a path. */
const WEB_LINK = /\bhttps?:\/\/\S|\bwww\.\S|\b[a-z0-9-]{1,63}\.[a-z]{2,20}\/\S/i

/** A number as its card shows it (SPEC §3 AI device summary). The network gives no picture of it. */
export function presentNumber(number: ChatbotNumber, connected: boolean): AiDeviceSummary {
  return {
    id: number.id,
    name: number.name,
    number: number.number,
    avatarUrl: null,
    connected,
    stats: { sent: number.sent, items: number.items },
    needsSetup: number.enabledItems === 0,
    statusEnabled: number.chatbotEnabled,
  }
}

/** An item as the list shows it (SPEC §3 AI campaign list). */
export function presentListed(item: StoredItem): ListedAiCampaign {
  return {
    _id: item.id,
    name: item.name,
    status: item.enabled ? 'Enabled' : 'Disabled',
    useAI: item.useAi,
    media: item.mediaId !== null,
    link: WEB_LINK.test(item.caption),
    lastEdited: new Date(item.updatedAt).toISOString(),
  }
}

/** An item as its form loads it (SPEC §3 AI campaign form). */
export function presentItem(item: StoredItem, file: MediaFile | null): AiCampaign {
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
  }
}

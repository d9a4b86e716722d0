import type { AiDeviceSummary, ChatbotItem, ListedChatbotItem } from '@kirim/contract/chatbots'

export const storedFile = {
  _id: 'f1',
  originalName: 'menu.png',
  fileName: 'x.png',
  filePath: '/uploads/x.png',
  fileType: 'image/png',
  fileSize: 5,
  createdAt: '2026-11-20T00:00:00.000Z',
}

export function itemOf(given: Partial<ChatbotItem> = {}): ChatbotItem {
  return {
    _id: 'c1',
    id: 'c1',
    deviceId: 'd1',
    campaignType: 'ai_chatbot',
    status: 'disable',
    isNotMatchDefaultResponse: true,
    sendTo: 'group',
    type: 'message_contains_whole_keyword',
    name: 'Opening hours',
    description: 'When we open',
    keywords: ['buka', 'jam berapa'],
    nextBotAction: 'c2',
    presenceDelayTime: 4,
    presenceDelayStatus: 'enable_typing',
    saveData: 'response_is_saved',
    apiRestDataStatus: 'enabled',
    captionAi: 'We open at 7.',
    useAiFeature: 'use_ai',
    aiSpintax: '{We open|Open} at 7.',
    mediaFileAi: storedFile,
    lastEdited: '2026-11-20T00:00:00.000Z',
    ...given,
  }
}

/** An item as its number's list contains it. */
export function listedItemOf(given: Partial<ListedChatbotItem> = {}): ListedChatbotItem {
  return {
    _id: 'c1',
    name: 'Opening hours',
    status: 'Enabled',
    useAI: false,
    media: false,
    link: false,
    lastEdited: '2026-11-20T00:00:00.000Z',
    isDefault: false,
    sendTo: 'all',
    type: 'message_contains_keyword',
    keywords: [],
    keywordCount: 0,
    nextBotAction: '',
    savesResponse: false,
    callsApi: false,
    apiFailure: null,
    firstLine: '',
    ...given,
  }
}

/** A linked number with its chatbot's figures. */
export function numberOf(given: Partial<AiDeviceSummary> = {}): AiDeviceSummary {
  return {
    id: 'd1',
    name: 'Kedai',
    number: '60123456701',
    avatarUrl: null,
    connected: true,
    unlinked: false,
    problem: null,
    stats: { sent: 3208, items: 6 },
    needsSetup: false,
    statusEnabled: true,
    ...given,
  }
}

import * as z from 'zod/mini'
import { Author } from './authors.ts'
import { call } from './call.ts'
import { DeviceProblem } from './devices.ts'
import { Id, IdParams, Moment } from './fields.ts'
import { FormBoolean, listOfTexts } from './form-fields.ts'
import { HandOver, HandOverField } from './hand-over.ts'
import { issue } from './issues.ts'
import { splitKeywords } from './keywords.ts'
import {
  CAPTION_MAX_LENGTH,
  KEYWORD_MAX_LENGTH,
  KEYWORDS_MAX,
  PRESENCE_DELAY_MAX_SECONDS,
} from './limits.ts'
import { MediaFile } from './media.ts'
import { nameField, VISIBLE } from './names.ts'
import { CodedText } from './refusals.ts'

/** A linked number as the AI Chatbot page shows it [3.ai-device]. */
export const AiDeviceSummary = z.object({
  id: z.string(),
  name: z.string(),
  number: z.string(),
  avatarUrl: z.nullable(z.string()),
  connected: z.boolean(),
  /** The phone has ended the link: it must be scanned again before it can answer. */
  unlinked: z.boolean(),
  /** Why it is not connected, when the user should know. */
  problem: z._default(z.nullable(DeviceProblem), null),
  stats: z.object({ sent: z.int(), items: z.int() }),
  /** True when no item of this number is enabled. */
  needsSetup: z.boolean(),
  statusEnabled: z.boolean(),
})
export type AiDeviceSummary = z.infer<typeof AiDeviceSummary>

export const ListedStatus = z.enum(['Enabled', 'Disabled'])
export type ListedStatus = z.infer<typeof ListedStatus>

export const SendTo = z.enum(['all', 'individual', 'group'])
export const MatchType = z.enum(['message_contains_keyword', 'message_contains_whole_keyword'])

/**
 * `reason` is an English sentence that contains nothing of the request or the answer; `said` is its
 * code in `reasonTexts`, when it was stored.
 */
export const ApiFailure = z.object({
  at: Moment,
  reason: z.string(),
  said: z.optional(CodedText),
})
export type ApiFailure = z.infer<typeof ApiFailure>

/** A chatbot item as the list shows it [3.ai-list]. */
export const ListedChatbotItem = z.object({
  _id: z.string(),
  name: z.string(),
  status: ListedStatus,
  useAI: z.boolean(),
  media: z.boolean(),
  link: z.boolean(),
  lastEdited: Moment,
  /** Who edited it last; omitted when that was not recorded. */
  lastEditedBy: z.optional(Author),
  isDefault: z.boolean(),
  sendTo: SendTo,
  type: MatchType,
  /** The first few keywords; `keywordCount` is the number of all. */
  keywords: z.array(z.string()),
  keywordCount: z.int(),
  /** The id of another item of this number; empty for none. */
  nextBotAction: z.string(),
  savesResponse: z.boolean(),
  callsApi: z.boolean(),
  /** The last failure of its API call; null after a successful one. */
  apiFailure: z.nullable(ApiFailure),
  /** The first line of the reply, with its placeholders unfilled. */
  firstLine: z.string(),
})
export type ListedChatbotItem = z.infer<typeof ListedChatbotItem>

export const PresenceStatus = z.enum(['disable', 'enable_typing', 'enable_recording'])
export const SaveData = z.enum(['no_save_response', 'response_is_saved'])
export const ApiRestDataStatus = z.enum(['disabled', 'enabled'])
export const UseAi = z.enum(['not_use_ai', 'use_ai'])

const settings = {
  status: z.enum(['enable', 'disable']),
  sendTo: SendTo,
  type: MatchType,
  name: z.string(),
  description: z.string(),
  presenceDelayTime: z.int(),
  presenceDelayStatus: PresenceStatus,
  saveData: SaveData,
  apiRestDataStatus: ApiRestDataStatus,
  captionAi: z.string(),
  useAiFeature: UseAi,
  aiSpintax: z.string(),
} as const

/** A chatbot item as its form loads it [3.ai]. */
export const ChatbotItem = z.object({
  ...settings,
  _id: z.string(),
  id: z.string(),
  deviceId: z.string(),
  campaignType: z.literal('ai_chatbot'),
  isNotMatchDefaultResponse: z.boolean(),
  keywords: z.array(z.string()),
  /** The id of another item of this number; empty for none. */
  nextBotAction: z.string(),
  mediaFileAi: z.nullable(MediaFile),
  lastEdited: Moment,
  /** Omitted when its answer leaves the chat with the chatbot. */
  handOver: z.optional(HandOver),
})
export type ChatbotItem = z.infer<typeof ChatbotItem>

/** Longer than the longest valid list of keywords in any notation, in code units. */
const WRITTEN_KEYWORDS_MAX = 150_000

/**
 * A list, a JSON list, or words with separators between them [3.ai.keywords]; `[vip]` is a word,
 * not a list.
 */
const Keywords = z
  .pipe(
    z.pipe(z.transform(keywordTexts), z.array(z.string().check(z.maxLength(WRITTEN_KEYWORDS_MAX)))),
    z.transform((texts) => splitKeywords(texts.join('\n'))),
  )
  .check(
    z.refine((words) => words.length <= KEYWORDS_MAX, {
      error: issue('keywords_too_many'),
      params: { max: KEYWORDS_MAX },
    }),
    z.refine((words) => words.every((word) => word.length <= KEYWORD_MAX_LENGTH), {
      error: issue('keyword_too_long'),
      params: { max: KEYWORD_MAX_LENGTH },
    }),
  )

function keywordTexts(value: unknown): unknown {
  if (value === undefined) return []
  if (typeof value !== 'string') return value
  // A text that is too long is refused without being parsed.
  return (value.length > WRITTEN_KEYWORDS_MAX ? null : listOfTexts(value)) ?? [value]
}

const DELAY_INVALID = issue('chatbot_delay_invalid')

/** The fields of the AI form. Unknown fields are ignored. */
export const ChatbotItemForm = z.object({
  campaignType: z._default(z.literal('ai_chatbot'), 'ai_chatbot'),
  status: z._default(settings.status, 'enable'),
  isNotMatchDefaultResponse: z._default(FormBoolean, false),
  sendTo: z._default(SendTo, 'all'),
  type: z._default(MatchType, 'message_contains_keyword'),
  name: nameField('name_required', 'name_too_long'),
  description: z._default(z.string().check(z.maxLength(2000)), ''),
  keywords: z._default(Keywords, []),
  nextBotAction: z._default(z.string().check(z.trim(), z.maxLength(100)), ''),
  presenceDelayTime: z._default(
    z.coerce
      .number({ error: DELAY_INVALID })
      .check(
        z.int(DELAY_INVALID),
        z.gte(0, DELAY_INVALID),
        z.lte(PRESENCE_DELAY_MAX_SECONDS, issue('chatbot_delay_too_long')),
      ),
    0,
  ),
  presenceDelayStatus: z._default(PresenceStatus, 'disable'),
  saveData: z._default(SaveData, 'no_save_response'),
  apiRestDataStatus: z._default(ApiRestDataStatus, 'disabled'),
  captionAi: z.string({ error: issue('chatbot_caption_required') }).check(
    z.maxLength(CAPTION_MAX_LENGTH, {
      error: issue('caption_too_long'),
      abort: true,
    }),
    z.regex(VISIBLE, issue('chatbot_caption_required')),
  ),
  useAiFeature: z._default(UseAi, 'not_use_ai'),
  aiSpintax: z._default(z.string().check(z.maxLength(CAPTION_MAX_LENGTH)), ''),
  /**
   * When editing: removes the attached file. It stays when this is off and no new file is uploaded.
   */
  removeMediaFile: z._default(FormBoolean, false),
  handOver: z._default(HandOverField, null),
})
export type ChatbotItemForm = z.infer<typeof ChatbotItemForm>

const NumberParams = z.object({ deviceId: Id })
const ItemParams = z.object({ deviceId: Id, campaignId: Id })
const mediaFileAi = { field: 'mediaFileAi', required: false } as const

export const devicesSummary = call({
  method: 'GET',
  path: '/ai-chatbot/devices-summary',
  needs: 'chatbots:read',
  summary: 'Linked numbers with their chatbot numbers',
  status: 200,
  response: z.array(AiDeviceSummary),
})

export const setDeviceStatus = call({
  method: 'PUT',
  path: '/ai-chatbot/devices/:id/status',
  needs: 'chatbots:write',
  number: 'id',
  needsNoRoom: true,
  summary: 'Switch the chatbot of a number on or off',
  params: IdParams,
  body: z.object({ isEnabled: FormBoolean }),
  status: 200,
  response: AiDeviceSummary,
})

export const listChatbotItems = call({
  method: 'GET',
  path: '/ai-chatbot/:deviceId/campaigns',
  needs: 'chatbots:read',
  number: 'deviceId',
  summary: 'Chatbot items of a number, oldest first',
  params: NumberParams,
  status: 200,
  response: z.array(ListedChatbotItem),
})

export const setChatbotItemStatus = call({
  method: 'PUT',
  path: '/ai-chatbot/:deviceId/campaigns/:campaignId/status',
  needs: 'chatbots:write',
  number: 'deviceId',
  needsNoRoom: true,
  summary: 'Enable or disable a chatbot item',
  params: ItemParams,
  body: z.object({ status: ListedStatus }),
  status: 200,
  response: ListedChatbotItem,
})

export const deleteChatbotItem = call({
  method: 'DELETE',
  path: '/ai-chatbot/:deviceId/campaigns/:campaignId',
  needs: 'chatbots:write',
  number: 'deviceId',
  summary: 'Delete a chatbot item; items that lead to it end there',
  params: ItemParams,
  status: 200,
  response: z.object({ message: z.string() }),
})

export const loadChatbotItem = call({
  method: 'GET',
  path: '/ai-chatbot/:deviceId/campaigns/:campaignId',
  needs: 'chatbots:read',
  number: 'deviceId',
  summary: 'One chatbot item',
  params: ItemParams,
  status: 200,
  response: ChatbotItem,
})

export const createChatbotItem = call({
  method: 'POST',
  path: '/ai-chatbot/:deviceId/campaigns',
  needs: 'chatbots:write',
  number: 'deviceId',
  summary: 'Create a chatbot item',
  params: NumberParams,
  body: ChatbotItemForm,
  file: mediaFileAi,
  status: 201,
  response: ChatbotItem,
})

export const updateChatbotItem = call({
  method: 'PUT',
  path: '/ai-chatbot/:deviceId/campaigns/:campaignId',
  needs: 'chatbots:write',
  number: 'deviceId',
  summary: 'Change a chatbot item',
  params: ItemParams,
  body: ChatbotItemForm,
  file: mediaFileAi,
  status: 200,
  response: ChatbotItem,
})

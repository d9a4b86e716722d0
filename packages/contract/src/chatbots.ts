import { z } from 'zod'
import { call } from './call.ts'
import { errorTexts } from './errors.ts'
import { Id, IdParams, Moment } from './fields.ts'
import { FormBoolean, listOfTexts } from './form-fields.ts'
import { splitKeywords } from './keywords.ts'
import {
  CAPTION_MAX_LENGTH,
  KEYWORD_MAX_LENGTH,
  KEYWORDS_MAX,
  NAME_MAX_LENGTH,
  PRESENCE_DELAY_MAX_SECONDS,
} from './limits.ts'
import { MediaFile } from './media.ts'
import { nameField, VISIBLE } from './names.ts'

/** A linked number as the AI Chatbot page shows it (SPEC §3 AI device summary). */
export const AiDeviceSummary = z.object({
  id: z.string(),
  name: z.string(),
  number: z.string(),
  avatarUrl: z.string().nullable(),
  connected: z.boolean(),
  /** Its phone has ended the link: it has to be scanned again before it can answer. */
  unlinked: z.boolean(),
  stats: z.object({ sent: z.number().int(), items: z.number().int() }),
  /** No item of this number is enabled. */
  needsSetup: z.boolean(),
  statusEnabled: z.boolean(),
})
export type AiDeviceSummary = z.infer<typeof AiDeviceSummary>

export const ListedStatus = z.enum(['Enabled', 'Disabled'])
export type ListedStatus = z.infer<typeof ListedStatus>

export const SendTo = z.enum(['all', 'individual', 'group'])
export const MatchType = z.enum(['message_contains_keyword', 'message_contains_whole_keyword'])

/** `reason` is a sentence that holds nothing of what was sent or answered. */
export const ApiFailure = z.object({ at: Moment, reason: z.string() })
export type ApiFailure = z.infer<typeof ApiFailure>

/** A chatbot item as the list shows it (SPEC §3 AI campaign list). */
export const ListedAiCampaign = z.object({
  _id: z.string(),
  name: z.string(),
  status: ListedStatus,
  useAI: z.boolean(),
  media: z.boolean(),
  link: z.boolean(),
  lastEdited: Moment,
  isDefault: z.boolean(),
  sendTo: SendTo,
  type: MatchType,
  /** The first few; `keywordCount` counts all. */
  keywords: z.array(z.string()),
  keywordCount: z.number().int(),
  /** The id of another item of this number; empty when none. */
  nextBotAction: z.string(),
  savesResponse: z.boolean(),
  callsApi: z.boolean(),
  /** When and why its API call failed last; null once one went well. */
  apiFailure: ApiFailure.nullable(),
  /** How the reply begins: one line, its placeholders as they are written. */
  firstLine: z.string(),
})
export type ListedAiCampaign = z.infer<typeof ListedAiCampaign>

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
  presenceDelayTime: z.number().int(),
  presenceDelayStatus: PresenceStatus,
  saveData: SaveData,
  apiRestDataStatus: ApiRestDataStatus,
  captionAi: z.string(),
  useAiFeature: UseAi,
  aiSpintax: z.string(),
} as const

/** A chatbot item as its form loads it (SPEC §3 AI campaign form). */
export const AiCampaign = z.object({
  ...settings,
  _id: z.string(),
  id: z.string(),
  deviceId: z.string(),
  campaignType: z.literal('ai_chatbot'),
  isNotMatchDefaultResponse: z.boolean(),
  keywords: z.array(z.string()),
  /** The id of another item of this number; empty when none. */
  nextBotAction: z.string(),
  mediaFileAi: MediaFile.nullable(),
  lastEdited: Moment,
})
export type AiCampaign = z.infer<typeof AiCampaign>

/** Far more than the longest list of the longest keywords, however it is written. */
const WRITTEN_KEYWORDS_MAX = 150_000

/** A list, a list written as JSON, or words with separators between them (SPEC §3); `[vip]` is a word. */
const Keywords = z
  .preprocess(keywordTexts, z.array(z.string().max(WRITTEN_KEYWORDS_MAX)))
  .transform((texts) => splitKeywords(texts.join('\n')))
  .refine((words) => words.length <= KEYWORDS_MAX, `At most ${KEYWORDS_MAX} keywords.`)
  .refine(
    (words) => words.every((word) => word.length <= KEYWORD_MAX_LENGTH),
    `A keyword may have at most ${KEYWORD_MAX_LENGTH} characters.`,
  )

function keywordTexts(value: unknown): unknown {
  if (value === undefined) return []
  if (typeof value !== 'string') return value
  // One that is too long is told so, unread.
  return (value.length > WRITTEN_KEYWORDS_MAX ? null : listOfTexts(value)) ?? [value]
}

const DELAY_PROBLEM = errorTexts.chatbot_delay_invalid

/** The fields of the AI form; unknown ones are ignored. */
export const AiCampaignForm = z.object({
  campaignType: z.literal('ai_chatbot').default('ai_chatbot'),
  status: settings.status.default('enable'),
  isNotMatchDefaultResponse: FormBoolean.default(false),
  sendTo: SendTo.default('all'),
  type: MatchType.default('message_contains_keyword'),
  name: nameField(
    errorTexts.chatbot_name_required,
    `A name may have at most ${NAME_MAX_LENGTH} characters.`,
  ),
  description: z.string().max(2000).default(''),
  keywords: Keywords.default([]),
  nextBotAction: z.string().trim().max(100).default(''),
  presenceDelayTime: z.coerce
    .number({ error: DELAY_PROBLEM })
    .int(DELAY_PROBLEM)
    .min(0, DELAY_PROBLEM)
    .max(
      PRESENCE_DELAY_MAX_SECONDS,
      `The presence delay is at most ${PRESENCE_DELAY_MAX_SECONDS} seconds.`,
    )
    .default(0),
  presenceDelayStatus: PresenceStatus.default('disable'),
  saveData: SaveData.default('no_save_response'),
  apiRestDataStatus: ApiRestDataStatus.default('disabled'),
  captionAi: z
    .string({ error: errorTexts.chatbot_caption_required })
    .max(CAPTION_MAX_LENGTH, {
      error: `A caption may have at most ${CAPTION_MAX_LENGTH} characters.`,
      abort: true,
    })
    .regex(VISIBLE, errorTexts.chatbot_caption_required),
  useAiFeature: UseAi.default('not_use_ai'),
  aiSpintax: z.string().max(CAPTION_MAX_LENGTH).default(''),
  /** When editing: take the attached file off. Without it and without a new file, it stays. */
  removeMediaFile: FormBoolean.default(false),
})
export type AiCampaignForm = z.infer<typeof AiCampaignForm>

const NumberParams = z.object({ numberId: Id })
const ItemParams = z.object({ numberId: Id, campaignId: Id })
const mediaFileAi = { field: 'mediaFileAi', required: false } as const

export const devicesSummary = call({
  method: 'GET',
  path: '/ai-chatbot/devices-summary',
  access: 'user',
  summary: 'Linked numbers with their chatbot numbers',
  status: 200,
  response: z.array(AiDeviceSummary),
})

export const setDeviceStatus = call({
  method: 'PUT',
  path: '/ai-chatbot/devices/:id/status',
  access: 'user',
  summary: 'Switch the chatbot of a number on or off',
  params: IdParams,
  body: z.object({ isEnabled: FormBoolean }),
  status: 200,
  response: AiDeviceSummary,
})

export const listAiCampaigns = call({
  method: 'GET',
  path: '/ai-chatbot/:numberId/campaigns',
  access: 'user',
  summary: 'Chatbot items of a number, oldest first',
  params: NumberParams,
  status: 200,
  response: z.array(ListedAiCampaign),
})

export const setAiCampaignStatus = call({
  method: 'PUT',
  path: '/ai-chatbot/:numberId/campaigns/:campaignId/status',
  access: 'user',
  summary: 'Enable or disable a chatbot item',
  params: ItemParams,
  body: z.object({ status: ListedStatus }),
  status: 200,
  response: ListedAiCampaign,
})

export const deleteAiCampaign = call({
  method: 'DELETE',
  path: '/ai-chatbot/:numberId/campaigns/:campaignId',
  access: 'user',
  summary: 'Delete a chatbot item; items that lead to it end there',
  params: ItemParams,
  status: 200,
  response: z.object({ message: z.string() }),
})

export const loadAiCampaign = call({
  method: 'GET',
  path: '/ai-chatbot/:numberId/campaigns/:campaignId',
  access: 'user',
  summary: 'One chatbot item',
  params: ItemParams,
  status: 200,
  response: AiCampaign,
})

export const createAiCampaign = call({
  method: 'POST',
  path: '/ai-chatbot/:numberId/campaigns',
  access: 'user',
  summary: 'Create a chatbot item',
  params: NumberParams,
  body: AiCampaignForm,
  file: mediaFileAi,
  status: 201,
  response: AiCampaign,
})

export const updateAiCampaign = call({
  method: 'PUT',
  path: '/ai-chatbot/:numberId/campaigns/:campaignId',
  access: 'user',
  summary: 'Change a chatbot item',
  params: ItemParams,
  body: AiCampaignForm,
  file: mediaFileAi,
  status: 200,
  response: AiCampaign,
})

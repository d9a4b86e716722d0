import type { ApiRestConfig } from '@kirim/contract/chatbot-tools'
import { type AiCampaign, AiCampaignForm } from '@kirim/contract/chatbots'
import { errorTexts } from '@kirim/contract/errors'
import { PRESENCE_DELAY_MAX_SECONDS } from '@kirim/contract/limits'
import type { MediaFile } from '@kirim/contract/media'
import type { input } from 'zod/mini'
import { textKey } from '#shared/i18n/text-key.ts'
import { finished, type Keywords } from './keywords.ts'

type Settings = Pick<
  AiCampaign,
  | 'status'
  | 'sendTo'
  | 'type'
  | 'name'
  | 'description'
  | 'nextBotAction'
  | 'presenceDelayStatus'
  | 'saveData'
  | 'apiRestDataStatus'
  | 'captionAi'
  | 'useAiFeature'
  | 'aiSpintax'
>

/** The AI form as it stands on the screen [3.ai]; its file is apart (`Attachment`). */
export interface AiFormValues extends Settings {
  numberId: string
  isNotMatchDefaultResponse: 'yes' | 'no'
  /** What API Rest Data calls, saved apart from the item; null when it is not configured. */
  apiRest: ApiRestConfig | null
  keywords: Keywords
  /** Seconds, as typed. */
  presenceDelayTime: string
}

/** The optional file of an item. */
export type Attachment =
  | { kind: 'none' }
  /** Chosen now, sent along when the item is saved. */
  | { kind: 'upload'; file: File }
  | { kind: 'kept'; file: MediaFile }

export function newValues(numberId: string): AiFormValues {
  return {
    numberId,
    status: 'enable',
    isNotMatchDefaultResponse: 'no',
    sendTo: 'all',
    type: 'message_contains_keyword',
    name: '',
    description: '',
    keywords: { words: [], typing: '' },
    nextBotAction: '',
    presenceDelayTime: '0',
    presenceDelayStatus: 'disable',
    saveData: 'no_save_response',
    apiRestDataStatus: 'disabled',
    apiRest: null,
    captionAi: '',
    useAiFeature: 'not_use_ai',
    aiSpintax: '',
  }
}

export function valuesOf(campaign: AiCampaign, apiRest: ApiRestConfig | null): AiFormValues {
  return {
    numberId: campaign.deviceId,
    status: campaign.status,
    isNotMatchDefaultResponse: campaign.isNotMatchDefaultResponse ? 'yes' : 'no',
    sendTo: campaign.sendTo,
    type: campaign.type,
    name: campaign.name,
    description: campaign.description,
    keywords: { words: campaign.keywords, typing: '' },
    nextBotAction: campaign.nextBotAction,
    presenceDelayTime: String(campaign.presenceDelayTime),
    presenceDelayStatus: campaign.presenceDelayStatus,
    saveData: campaign.saveData,
    apiRestDataStatus: campaign.apiRestDataStatus,
    apiRest,
    captionAi: campaign.captionAi,
    useAiFeature: campaign.useAiFeature,
    aiSpintax: campaign.aiSpintax,
  }
}

export function attachmentOf({ mediaFileAi }: AiCampaign): Attachment {
  return mediaFileAi ? { kind: 'kept', file: mediaFileAi } : { kind: 'none' }
}

export type AiCampaignBody = input<typeof AiCampaignForm>

/** The text fields of a save [7.ai.form]; a chosen file travels beside them. */
export function bodyOf(
  values: AiFormValues,
  attachment: Attachment,
  before: AiCampaign | null,
): AiCampaignBody {
  const { numberId: _inThePath, apiRest: _apart, keywords, presenceDelayTime, ...fields } = values
  const removed = attachment.kind === 'none' && Boolean(before?.mediaFileAi)
  return {
    ...fields,
    campaignType: 'ai_chatbot',
    keywords: [...finished(keywords).words],
    presenceDelayTime: presenceDelayTime || '0',
    ...(removed && { removeMediaFile: true }),
  }
}

export type AiFormProblems = Partial<Record<keyof AiFormValues, string>>

/** What keeps an item from being saved, by field; the same rules as the server's (contract). */
export function problemsOf(values: AiFormValues): AiFormProblems {
  const problems: AiFormProblems = {}
  const parsed = AiCampaignForm.safeParse(bodyOf(values, { kind: 'none' }, null))
  for (const { path, message } of parsed.error?.issues ?? []) {
    const [field] = path
    if (typeof field === 'string' && isField(values, field)) problems[field] ??= message
  }
  if (values.apiRestDataStatus === 'enabled' && !values.apiRest) {
    problems.apiRestDataStatus = textKey('Configure the API, or choose Disabled.')
  }
  if (!values.numberId) problems.numberId = errorTexts.campaign_device_required
  return problems
}

function isField(values: AiFormValues, name: string): name is keyof AiFormValues {
  return name in values
}

/**
 * What may stand in the delay's box: whole seconds, at most 25 [5.presence.cap]. What is no such
 * number stands as it was typed, to be refused: 2.5 is neither 25 nor 2.
 */
export function cappedDelay(typed: string): string {
  const text = typed.trim()
  if (!/^\d+$/.test(text)) return text
  return String(Math.min(Number(text), PRESENCE_DELAY_MAX_SECONDS))
}

/**
 * The text that is sent, or that AI writes from:
 * the spintax while 'Use AI' is on, else the caption.
 */
export function sentText(values: Pick<AiFormValues, 'useAiFeature' | 'aiSpintax' | 'captionAi'>) {
  return values.useAiFeature === 'use_ai' && values.aiSpintax.trim()
    ? values.aiSpintax
    : values.captionAi
}

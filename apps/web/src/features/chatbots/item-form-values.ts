import type { ApiRestConfig } from '@kirim/contract/chatbot-tools'
import { type ChatbotItem, ChatbotItemForm } from '@kirim/contract/chatbots'
import type { HandOver } from '@kirim/contract/hand-over'
import { PRESENCE_DELAY_MAX_SECONDS } from '@kirim/contract/limits'
import type { MediaFile } from '@kirim/contract/media'
import type { input } from 'zod/mini'
import { type FieldIssue, fieldIssue, fieldIssues, ownIssue } from '#shared/forms/field-issue.ts'
import { completeKeyword, type Keywords } from '#shared/forms/keywords.ts'
import { textKey } from '#shared/i18n/text-key.ts'

/** The values of the AI form [3.ai], without its file (`Attachment`). */
export interface ItemFormValues
  extends Omit<
    ChatbotItem,
    | '_id'
    | 'id'
    | 'campaignType'
    | 'isNotMatchDefaultResponse'
    | 'keywords'
    | 'presenceDelayTime'
    | 'mediaFileAi'
    | 'lastEdited'
    | 'handOver'
  > {
  /** Who gets the chat after the answer; null while the chatbot keeps it. */
  handOver: HandOver | null
  isNotMatchDefaultResponse: 'yes' | 'no'
  /**
   * The configuration of API Rest Data, saved separately from the item; null when there is none.
   */
  apiRest: ApiRestConfig | null
  keywords: Keywords
  /** Seconds, as typed. */
  presenceDelayTime: string
}

/** The optional file of an item. */
export type Attachment =
  | { kind: 'none' }
  /** Just chosen, uploaded when the item is saved. */
  | { kind: 'upload'; file: File }
  | { kind: 'kept'; file: MediaFile }

export function newValues(deviceId: string): ItemFormValues {
  return {
    deviceId,
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
    handOver: null,
  }
}

export function valuesOf(item: ChatbotItem, apiRest: ApiRestConfig | null): ItemFormValues {
  const { _id, id, campaignType, mediaFileAi, lastEdited, ...fields } = item
  return {
    ...fields,
    apiRest,
    isNotMatchDefaultResponse: item.isNotMatchDefaultResponse ? 'yes' : 'no',
    keywords: { words: item.keywords, typing: '' },
    presenceDelayTime: String(item.presenceDelayTime),
    handOver: item.handOver ?? null,
  }
}

export function attachmentOf({ mediaFileAi }: ChatbotItem): Attachment {
  return mediaFileAi ? { kind: 'kept', file: mediaFileAi } : { kind: 'none' }
}

type FormInput = input<typeof ChatbotItemForm>

/** A missing field is stored as its default, so only that of the file may be missing. */
export type ItemBody = Required<Omit<FormInput, 'removeMediaFile'>> &
  Pick<FormInput, 'removeMediaFile'>

/** The text fields of a save [7.ai.form]; a chosen file is sent beside them. */
export function bodyOf(
  values: ItemFormValues,
  attachment: Attachment,
  before: ChatbotItem | null,
): ItemBody {
  const { keywords, presenceDelayTime, handOver, ...others } = values
  const { deviceId: _inThePath, apiRest: _apart, ...fields } = others
  const removed = attachment.kind === 'none' && Boolean(before?.mediaFileAi)
  return {
    ...fields,
    campaignType: 'ai_chatbot',
    keywords: [...completeKeyword(keywords).words],
    presenceDelayTime: presenceDelayTime || '0',
    handOver: handOver ? JSON.stringify(handOver) : '',
    ...(removed && { removeMediaFile: true }),
  }
}

export type AiFormProblems = Partial<Record<keyof ItemFormValues, FieldIssue>>

/**
 * The problems that prevent saving an item, by field; the same rules as the server's (contract).
 */
export function problemsOf(values: ItemFormValues): AiFormProblems {
  const problems: AiFormProblems = {}
  const parsed = ChatbotItemForm.safeParse(bodyOf(values, { kind: 'none' }, null))
  for (const [field, found] of fieldIssues(parsed.error)) {
    if (isField(values, field)) problems[field] = found
  }
  if (values.apiRestDataStatus === 'enabled' && !values.apiRest) {
    problems.apiRestDataStatus = ownIssue(textKey('Configure the API, or choose Disabled.'))
  }
  if (!values.deviceId) problems.deviceId = fieldIssue('campaign_device_required')
  return problems
}

function isField(values: ItemFormValues, name: string): name is keyof ItemFormValues {
  return name in values
}

/**
 * The text of the delay field: whole seconds, at most 25 [5.presence.cap]. Anything else stays as
 * typed and is refused: 2.5 is neither 25 nor 2.
 */
export function cappedDelay(typed: string): string {
  const text = typed.trim()
  if (!/^\d+$/.test(text)) return text
  return String(Math.min(Number(text), PRESENCE_DELAY_MAX_SECONDS))
}

/**
 * The text that is sent, or that AI writes from: the spintax while 'Use AI' is on, otherwise the
 * caption.
 */
export function sentText(values: Pick<ItemFormValues, 'useAiFeature' | 'aiSpintax' | 'captionAi'>) {
  return values.useAiFeature === 'use_ai' && values.aiSpintax.trim()
    ? values.aiSpintax
    : values.captionAi
}

export const NEW_API_REST: ApiRestConfig = {
  method: 'GET',
  url: '',
  headers: [],
  body: '',
  fields: [],
  fallbackText: '',
}

/** The names allowed in `[api.…]` in the item's texts; none while API Rest Data is disabled. */
export function apiFieldsOf(
  values: Pick<ItemFormValues, 'apiRestDataStatus' | 'apiRest'>,
): readonly string[] {
  if (values.apiRestDataStatus !== 'enabled') return []
  return [...new Set(values.apiRest?.fields.map(({ name }) => name))]
}

/** Whether the form's configuration differs from the stored one. */
export function apiRestChanged(now: ApiRestConfig | null, stored: ApiRestConfig | null): boolean {
  return now !== null && JSON.stringify(now) !== JSON.stringify(stored)
}

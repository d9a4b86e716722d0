import { ChatbotItem } from '@kirim/contract/chatbots'
import { HandOver } from '@kirim/contract/hand-over'
import * as z from 'zod/mini'
import type { Attachment, ItemFormValues } from '../item-form-values.ts'

/** An item's form as a tab stores it: without its API configuration, which may contain secrets. */
export const ItemDraft = z.object({
  values: z.extend(
    z.omit(ChatbotItem, {
      _id: true,
      id: true,
      campaignType: true,
      mediaFileAi: true,
      lastEdited: true,
    }),
    {
      isNotMatchDefaultResponse: z.enum(['yes', 'no']),
      keywords: z.object({ words: z.array(z.string()), typing: z.string() }),
      presenceDelayTime: z.string(),
      // Drafts of earlier versions have none.
      handOver: z._default(z.nullable(HandOver), null),
    },
  ),
  attachment: z.enum(['none', 'kept', 'upload']),
  /** The name of a chosen file, which cannot be stored itself. */
  fileName: z.string(),
  apiRestLost: z.boolean(),
})
export type ItemDraft = z.infer<typeof ItemDraft>

export function draftOf(
  { apiRest: _mayHoldSecrets, ...values }: ItemFormValues,
  attachment: Attachment,
  apiRestLost: boolean,
): ItemDraft {
  return {
    values: {
      ...values,
      keywords: { words: [...values.keywords.words], typing: values.keywords.typing },
    },
    attachment: attachment.kind,
    fileName: attachment.kind === 'upload' ? attachment.file.name : '',
    apiRestLost,
  }
}

/** The form with the draft's values; the API configuration stays as loaded. */
export function valuesOfDraft(draft: ItemDraft, start: ItemFormValues, deviceId: string) {
  return { ...start, ...draft.values, ...(deviceId && { deviceId }) }
}

/** `start` is the loaded attachment, which contains the file stored on the server. */
export function attachmentOfDraft({ attachment }: ItemDraft, start: Attachment): Attachment {
  return attachment === 'kept' && start.kind === 'kept' ? start : { kind: 'none' }
}

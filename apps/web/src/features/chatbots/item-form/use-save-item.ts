import { type ApiRestConfig, lintChatbot, saveApiRest } from '@kirim/contract/chatbot-tools'
import {
  type ChatbotItem,
  createChatbotItem,
  devicesSummary,
  listChatbotItems,
  updateChatbotItem,
} from '@kirim/contract/chatbots'
import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { keyOf } from '#shared/api/query.ts'
import { request } from '#shared/api/request.ts'
import { useSingleMutation } from '#shared/api/use-single-mutation.ts'
import { useSaveFailure } from '#shared/forms/use-save-failure.ts'
import { toast } from '#shared/toast/toast.ts'
import {
  type Attachment,
  apiRestChanged,
  attachmentOf,
  bodyOf,
  type ItemFormValues,
} from '../item-form-values.ts'

interface Save {
  values: ItemFormValues
  attachment: Attachment
}

/**
 * Creates or changes an item and reports the result [8.form]. `onRefused` gets the reason of a
 * refusal.
 */
export function useSaveItem(
  item: ChatbotItem | null,
  apiRest: ApiRestConfig | null,
  onRefused: (error: unknown) => void,
) {
  const { t } = useTranslation()
  const sayFailure = useSaveFailure()
  const client = useQueryClient()
  // An item whose configuration was refused exists already: the next attempt changes it.
  const saved = useRef(item)

  async function saveItem({ values, attachment }: Save): Promise<ChatbotItem> {
    const body = bodyOf(values, attachment, saved.current)
    const file = attachment.kind === 'upload' ? attachment.file : null
    const { deviceId } = values
    if (!saved.current) return request(createChatbotItem, { params: { deviceId }, body, file })
    const params = { deviceId: saved.current.deviceId, campaignId: saved.current.id }
    return request(updateChatbotItem, { params, body, file })
  }

  function saveConfig({ deviceId, id }: ChatbotItem, body: ApiRestConfig): Promise<ApiRestConfig> {
    const params = { deviceId, campaignId: id }
    return request(saveApiRest, { params, body })
  }

  return useSingleMutation({
    // In this order a refusal never leaves an item with another API configuration than the form's.
    mutationFn: async (save: Save) => {
      const { values } = save
      const config = apiRestChanged(values.apiRest, apiRest) ? values.apiRest : null
      if (config && !saved.current) {
        saved.current = await saveItem({
          ...save,
          values: { ...values, apiRestDataStatus: 'disabled' },
        })
        await saveConfig(saved.current, config)
        if (values.apiRestDataStatus === 'disabled') return saved.current
        return saveItem({ values, attachment: attachmentOf(saved.current) })
      }
      if (config && saved.current) await saveConfig(saved.current, config)
      return saveItem(save)
    },
    onSuccess: () => {
      toast({ title: item ? t('Campaign updated!') : t('Campaign created!'), tone: 'success' })
      for (const spec of [listChatbotItems, devicesSummary, lintChatbot]) {
        void client.invalidateQueries({ queryKey: keyOf(spec) })
      }
    },
    onError: (error) => {
      sayFailure(error)
      // The offered next actions may have been deleted elsewhere.
      void client.invalidateQueries({ queryKey: keyOf(listChatbotItems) })
      onRefused(error)
    },
  })
}

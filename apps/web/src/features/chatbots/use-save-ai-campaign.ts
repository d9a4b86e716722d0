import { type ApiRestConfig, lintChatbot, saveApiRest } from '@kirim/contract/chatbot-tools'
import {
  type AiCampaign,
  createAiCampaign,
  devicesSummary,
  listAiCampaigns,
  updateAiCampaign,
} from '@kirim/contract/chatbots'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { keyOf } from '#shared/api/query.ts'
import { request } from '#shared/api/request.ts'
import { useSaveFailure } from '#shared/forms/use-save-failure.ts'
import { toast } from '#shared/toast/toast.ts'
import { apiRestChanged } from './api-rest-values.ts'
import { type AiFormValues, type Attachment, bodyOf } from './form-values.ts'

interface Save {
  values: AiFormValues
  attachment: Attachment
}

/** Creates an item, or changes the given one; says how it went (SPEC §8 Campaign save). */
export function useSaveAiCampaign(campaign: AiCampaign | null, apiRest: ApiRestConfig | null) {
  const { t } = useTranslation()
  const client = useQueryClient()
  // An item whose configuration was refused is there already: the next try changes it.
  const saved = useRef(campaign)

  async function saveItem({ values, attachment }: Save): Promise<AiCampaign> {
    const body = bodyOf(values, attachment, saved.current)
    const file = attachment.kind === 'upload' ? attachment.file : null
    const { numberId } = values
    if (!saved.current) return request(createAiCampaign, { params: { numberId }, body, file })
    const params = { numberId: saved.current.deviceId, campaignId: saved.current.id }
    return request(updateAiCampaign, { params, body, file })
  }

  return useMutation({
    mutationFn: async (save: Save) => {
      const item = await saveItem(save)
      saved.current = item
      const config = save.values.apiRest
      if (config && apiRestChanged(config, apiRest)) {
        const params = { numberId: item.deviceId, campaignId: item.id }
        await request(saveApiRest, { params, body: config })
      }
      return item
    },
    onSuccess: () => {
      toast({ title: campaign ? t('Campaign updated!') : t('Campaign created!'), tone: 'success' })
      for (const spec of [listAiCampaigns, devicesSummary, lintChatbot]) {
        void client.invalidateQueries({ queryKey: keyOf(spec) })
      }
    },
    onError: useSaveFailure(),
  })
}

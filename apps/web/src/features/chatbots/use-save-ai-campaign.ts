import {
  type AiCampaign,
  createAiCampaign,
  devicesSummary,
  listAiCampaigns,
  updateAiCampaign,
} from '@kirim/contract/chatbots'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { keyOf } from '#shared/api/query.ts'
import { request } from '#shared/api/request.ts'
import { useSaveFailure } from '#shared/forms/use-save-failure.ts'
import { toast } from '#shared/toast/toast.ts'
import { type AiFormValues, type Attachment, bodyOf } from './form-values.ts'

interface Save {
  values: AiFormValues
  attachment: Attachment
}

/** Creates an item, or changes the given one; says how it went (SPEC §8 Campaign save). */
export function useSaveAiCampaign(campaign: AiCampaign | null) {
  const { t } = useTranslation()
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ values, attachment }: Save) => {
      const body = bodyOf(values, attachment, campaign)
      const file = attachment.kind === 'upload' ? attachment.file : null
      const { numberId } = values
      if (!campaign) return request(createAiCampaign, { params: { numberId }, body, file })
      const params = { numberId: campaign.deviceId, campaignId: campaign.id }
      return request(updateAiCampaign, { params, body, file })
    },
    onSuccess: () => {
      toast({ title: campaign ? t('Campaign updated!') : t('Campaign created!'), tone: 'success' })
      for (const spec of [listAiCampaigns, devicesSummary]) {
        void client.invalidateQueries({ queryKey: keyOf(spec) })
      }
    },
    onError: useSaveFailure(),
  })
}

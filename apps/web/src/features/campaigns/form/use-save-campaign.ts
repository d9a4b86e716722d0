import { overallSummary } from '@kirim/contract/analytics'
import { bulkCampaignSummary } from '@kirim/contract/campaign-list'
import { preflightCampaign } from '@kirim/contract/campaign-preflight'
import { type BulkCampaign, loadCampaign } from '@kirim/contract/campaigns'
import { listGroups } from '@kirim/contract/contacts'
import { listDevices } from '@kirim/contract/devices'
import { IDEMPOTENCY_KEY_HEADER } from '@kirim/contract/idempotency-key'
import { createCampaign, updateCampaign } from '@kirim/contract/save-campaign'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '#shared/api/api-error.ts'
import { keyOf } from '#shared/api/query.ts'
import { request } from '#shared/api/request.ts'
import { useSingleMutation } from '#shared/api/use-single-mutation.ts'
import { useSaveFailure } from '#shared/forms/use-save-failure.ts'
import { browserTimeZone } from '#shared/time/browser-time-zone.ts'
import { toast } from '#shared/toast/toast.ts'
import type { MediaChoice } from '../media/media-choice.ts'
import { preflightInput } from '../preflight/preflight-input.ts'
import type { PendingSave } from '../send/send-question.tsx'
import { bodyOf, type CampaignValues } from '../values/campaign-values.ts'

/**
 * Checks the form before the confirmation is shown. Values that the check refuses would also be
 * refused when saving.
 */
export function useSendQuestion(
  campaign: BulkCampaign | null,
  onRefused: (error: unknown) => void,
) {
  const [pending, setPending] = useState<PendingSave | null>(null)
  const check = useSingleMutation({
    mutationFn: async ({ values, media }: { values: CampaignValues; media: MediaChoice }) => ({
      values,
      media,
      preflight: await request(preflightCampaign, preflightInput(values, media, campaign)),
    }),
    onSuccess: setPending,
    onError: onRefused,
  })
  return {
    check: check.mutate,
    isChecking: check.isPending,
    pending,
    close: () => setPending(null),
  }
}

interface Save {
  values: CampaignValues
  media: MediaChoice
}

/**
 * Creates a campaign or updates the given one, and shows the outcome [8.form]. A repeated key
 * creates nothing.
 */
export function useSaveCampaign(
  campaign: BulkCampaign | null,
  idempotencyKey: string,
  onRefused: (error: unknown) => void,
) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  return useSingleMutation({
    mutationFn: ({ values, media }: Save) => {
      const body = bodyOf(values, media, {
        editing: campaign !== null,
        timeZone: browserTimeZone(),
      })
      const file = media.kind === 'upload' ? media.file : null
      if (!campaign) {
        return request(createCampaign, {
          params: { deviceId: values.deviceId },
          headers: { [IDEMPOTENCY_KEY_HEADER]: idempotencyKey },
          body,
          file,
        })
      }
      const params = { deviceId: campaign.deviceId, campaignId: campaign.id }
      return request(updateCampaign, { params, body, file })
    },
    onSuccess: () => {
      toast({ title: campaign ? t('Campaign updated!') : t('Campaign created!'), tone: 'success' })
      for (const spec of [bulkCampaignSummary, overallSummary, loadCampaign]) {
        queryClient.invalidateQueries({ queryKey: keyOf(spec) })
      }
    },
    onError: onRefused,
  })
}

/** Shows why a form was refused, and reloads the data it depends on. */
export function useRefusal(
  onRefused: (error: unknown, reason: Pick<ApiError, 'code' | 'params'>) => void,
): (error: unknown) => void {
  const queryClient = useQueryClient()
  const showFailure = useSaveFailure()
  return (error) => {
    showFailure(error)
    onRefused(error, error instanceof ApiError ? error : { code: '', params: {} })
    // The selected items may have been deleted; the fields show that after the reload.
    for (const spec of [listDevices, listGroups]) {
      void queryClient.invalidateQueries({ queryKey: keyOf(spec) })
    }
  }
}

/** 128 random bits, quoted as the header requires; `randomUUID` needs HTTPS. */
export function newIdempotencyKey(): string {
  return `"${crypto.getRandomValues(new Uint32Array(4)).join('-')}"`
}

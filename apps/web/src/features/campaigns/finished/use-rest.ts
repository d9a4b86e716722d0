import { overallSummary } from '@kirim/contract/analytics'
import { bulkCampaignSummary } from '@kirim/contract/campaign-list'
import { campaignRest, sendToRest } from '@kirim/contract/campaign-sending'
import {
  type BulkCampaign,
  type CampaignProgress,
  duplicateCampaign,
  loadCampaign,
} from '@kirim/contract/campaigns'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { messageOf } from '#shared/api/api-error.ts'
import { callQuery, keyOf } from '#shared/api/query.ts'
import { request } from '#shared/api/request.ts'
import { useSingleMutation } from '#shared/api/use-single-mutation.ts'
import { navigate } from '#shared/routing/navigation.ts'
import { toast } from '#shared/toast/toast.ts'

/** How many of a finished campaign's group it has not reached; undefined until that is known. */
export function useRest({ deviceId, id }: Pick<CampaignProgress, 'deviceId' | 'id'>) {
  const asked = { params: { deviceId, campaignId: id }, query: { includeFailed: false } }
  return useQuery({ ...callQuery(campaignRest, asked), retry: false }).data
}

/** True as long as that is not known. */
export function isAnyoneLeft(rest: ReturnType<typeof useRest>): boolean {
  return rest === undefined || rest.people + rest.failed > 0
}

function useCampaignsRefresh() {
  const queryClient = useQueryClient()
  return () => {
    for (const spec of [bulkCampaignSummary, overallSummary, loadCampaign]) {
      void queryClient.invalidateQueries({ queryKey: keyOf(spec) })
    }
  }
}

type Ids = Pick<BulkCampaign, 'id' | 'deviceId'>

function paramsOf({ deviceId, id }: Ids) {
  return { deviceId, campaignId: id }
}

/** Sends a finished campaign to the rest of its group and shows its progress. */
export function useSendToRest(campaign: Ids) {
  const { t } = useTranslation()
  const refresh = useCampaignsRefresh()
  return useSingleMutation({
    mutationFn: (body: { includeFailed: boolean }) =>
      request(sendToRest, { params: paramsOf(campaign), body }),
    onSuccess: () => {
      toast({ title: t('Sending to the rest.'), tone: 'success' })
      refresh()
      navigate('/')
    },
    onError: (error) =>
      toast({ title: messageOf(error, t('Could not send to the rest.')), tone: 'error' }),
  })
}

/** Duplicates the campaign and opens the copy. */
export function useDuplicate(campaign: Ids) {
  const { t } = useTranslation()
  const refresh = useCampaignsRefresh()
  return useSingleMutation({
    mutationFn: () => request(duplicateCampaign, { params: paramsOf(campaign) }),
    onSuccess: ({ deviceId, id }) => {
      refresh()
      const address = `${encodeURIComponent(deviceId)}?type=bulk&editCampaignId=${encodeURIComponent(id)}`
      navigate(`/dashboard/add-campaign/${address}`)
    },
    onError: (error) =>
      toast({ title: messageOf(error, t('Failed to duplicate campaign.')), tone: 'error' }),
  })
}

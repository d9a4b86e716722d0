import { type CampaignEstimate, estimateCampaign } from '@kirim/contract/campaign-sending'
import type { BulkCampaign } from '@kirim/contract/campaigns'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { callQuery } from '#shared/api/query.ts'
import { useDebounced } from '#shared/list/use-debounced.ts'
import { browserTimeZone } from '#shared/time/browser-time-zone.ts'
import { type CampaignValues, isoMoment } from '../form/campaign-values.ts'

type Counted = Pick<
  CampaignValues,
  | 'deviceId'
  | 'contactGroupId'
  | 'minIntervalSeconds'
  | 'maxIntervalSeconds'
  | 'campaignScheduleType'
  | 'scheduledAt'
>

/** The form fields that affect the estimate. */
export const COUNTED = [
  'deviceId',
  'contactGroupId',
  'minIntervalSeconds',
  'maxIntervalSeconds',
  'campaignScheduleType',
  'scheduledAt',
] as const satisfies readonly (keyof Counted)[]

/** The input of the estimate call for these values. */
export function estimateInput(values: Counted, campaign: BulkCampaign | null) {
  const { deviceId, scheduledAt, ...pace } = values
  return {
    params: { deviceId },
    body: {
      contactGroupId: pace.contactGroupId,
      minIntervalSeconds: pace.minIntervalSeconds,
      maxIntervalSeconds: pace.maxIntervalSeconds,
      campaignScheduleType: pace.campaignScheduleType,
      scheduledAt: isoMoment(scheduledAt),
      timeZone: browserTimeZone(),
      ...(campaign && { campaignId: campaign.id }),
    },
  }
}

/** The estimate for the form's values, debounced; null while there is none. */
export function useEstimate(
  values: Counted,
  campaign: BulkCampaign | null,
): CampaignEstimate | null {
  const asked = JSON.stringify(estimateInput(values, campaign))
  const settled: ReturnType<typeof estimateInput> = JSON.parse(useDebounced(asked))
  const { params, body } = settled
  const complete = params.deviceId !== '' && body.contactGroupId !== ''
  const { data, isError } = useQuery({
    ...callQuery(estimateCampaign, settled),
    enabled: complete && body.minIntervalSeconds <= body.maxIntervalSeconds,
    retry: false,
    placeholderData: keepPreviousData,
  })
  return complete && !isError ? (data ?? null) : null
}

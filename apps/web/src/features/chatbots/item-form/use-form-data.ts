import { type ApiRestConfig, loadApiRest } from '@kirim/contract/chatbot-tools'
import {
  type AiCampaign,
  type AiDeviceSummary,
  type ApiFailure,
  devicesSummary,
  type ListedAiCampaign,
  listAiCampaigns,
  loadAiCampaign,
} from '@kirim/contract/chatbots'
import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query'
import { ApiError } from '#shared/api/api-error.ts'
import { callQuery, keyOf } from '#shared/api/query.ts'
import { request } from '#shared/api/request.ts'
import { useRealtimeEvent } from '#shared/realtime/realtime-events.ts'

export interface AiFormData {
  numbers: readonly AiDeviceSummary[]
  /** The item to edit; null for a new one. */
  campaign: AiCampaign | null
  /** What its API Rest Data calls; null when it is not configured. */
  apiRest: ApiRestConfig | null
}

/** What the form needs before it can be filled in. */
export function useAiFormData(numberId: string, campaignId: string | null) {
  const numbers = useQuery(callQuery(devicesSummary))
  const items = useItems(numberId)
  const campaign = useAiCampaign(numberId, campaignId)
  const apiRest = useApiRest(numberId, campaignId)
  const failed = [numbers, items, campaign, apiRest].find(({ data, error }) => error && !data)
  const loaded: AiFormData | null =
    numbers.data &&
    (items.data || !numberId) &&
    (campaign.data || !campaignId) &&
    (apiRest.data !== undefined || !campaignId)
      ? { numbers: numbers.data, campaign: campaign.data ?? null, apiRest: apiRest.data ?? null }
      : null
  return { data: loaded, error: failed?.error ?? null }
}

function useItems(numberId: string) {
  return useQuery({
    ...callQuery(listAiCampaigns, { params: { numberId } }),
    enabled: numberId !== '',
  })
}

/** Items of the number that may follow the one being edited. */
export function useNextItems(
  numberId: string,
  campaignId: string | null,
): readonly ListedAiCampaign[] {
  return (useItems(numberId).data ?? []).filter(({ _id }) => _id !== campaignId)
}

/**
 * When and why the edited item's API call failed last,
 * kept current by events; null while it does not fail.
 */
export function useApiFailure(numberId: string, campaignId: string | null): ApiFailure | null {
  const client = useQueryClient()
  const { queryKey } = callQuery(listAiCampaigns, { params: { numberId } })
  useRealtimeEvent('chatbots_changed', () => void client.invalidateQueries({ queryKey }))
  const items = useItems(numberId).data ?? []
  return items.find(({ _id }) => _id === campaignId)?.apiFailure ?? null
}

/** An item as it is now, never as it was remembered: the form starts from it once. */
function useAiCampaign(numberId: string, campaignId: string | null) {
  const params = { numberId, campaignId: campaignId ?? '' }
  const query = useQuery({
    queryKey: keyOf(loadAiCampaign, { params }),
    queryFn: campaignId
      ? ({ signal }) => {
          if (!numberId) throw new ApiError('chatbot_item_not_found', 404)
          return request(loadAiCampaign, { params }, { signal })
        }
      : skipToken,
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnMount: 'always',
  })
  return { data: query.isFetchedAfterMount ? query.data : undefined, error: query.error }
}

/** Read anew each time, as the item itself is. */
function useApiRest(numberId: string, campaignId: string | null) {
  const params = { numberId, campaignId: campaignId ?? '' }
  const query = useQuery({
    queryKey: keyOf(loadApiRest, { params }),
    queryFn:
      campaignId && numberId
        ? ({ signal }) => request(loadApiRest, { params }, { signal })
        : skipToken,
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnMount: 'always',
  })
  return { data: query.isFetchedAfterMount ? query.data : undefined, error: query.error }
}

import { type ApiRestConfig, loadApiRest } from '@kirim/contract/chatbot-tools'
import {
  type AiDeviceSummary,
  type ApiFailure,
  type ChatbotItem,
  devicesSummary,
  type ListedChatbotItem,
  listChatbotItems,
  loadChatbotItem,
} from '@kirim/contract/chatbots'
import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query'
import { ApiError } from '#shared/api/api-error.ts'
import { callQuery, keyOf } from '#shared/api/query.ts'
import { request } from '#shared/api/request.ts'
import { useRealtimeEvent } from '#shared/realtime/realtime-events.ts'

export interface ItemFormData {
  numbers: readonly AiDeviceSummary[]
  /** The item to edit; null for a new one. */
  item: ChatbotItem | null
  /** The configuration of its API Rest Data; null when there is none. */
  apiRest: ApiRestConfig | null
}

/** The data that the form needs before it can be shown. */
export function useItemFormData(deviceId: string, itemId: string | null) {
  const numbers = useQuery(callQuery(devicesSummary))
  const items = useItems(deviceId)
  const item = useItem(deviceId, itemId)
  const apiRest = useApiRest(deviceId, itemId)
  const failed = [numbers, items, item, apiRest].find(({ data, error }) => error && !data)
  const loaded: ItemFormData | null =
    numbers.data &&
    (items.data || !deviceId) &&
    (item.data || !itemId) &&
    (apiRest.data !== undefined || !itemId)
      ? { numbers: numbers.data, item: item.data ?? null, apiRest: apiRest.data ?? null }
      : null
  return { data: loaded, error: failed?.error ?? null }
}

function useItems(deviceId: string) {
  return useQuery({
    ...callQuery(listChatbotItems, { params: { deviceId } }),
    enabled: deviceId !== '',
  })
}

/** Items of the number that may follow the edited one. */
export function useNextItems(
  deviceId: string,
  itemId: string | null,
): readonly ListedChatbotItem[] {
  return (useItems(deviceId).data ?? []).filter(({ _id }) => _id !== itemId)
}

/**
 * When and why the edited item's API call last failed, kept current by events; null while it does
 * not fail.
 */
export function useApiFailure(deviceId: string, itemId: string | null): ApiFailure | null {
  const client = useQueryClient()
  const { queryKey } = callQuery(listChatbotItems, { params: { deviceId } })
  useRealtimeEvent('chatbots_changed', () => void client.invalidateQueries({ queryKey }))
  const items = useItems(deviceId).data ?? []
  return items.find(({ _id }) => _id === itemId)?.apiFailure ?? null
}

/** The current item, never a cached one: the form starts from it once. */
function useItem(deviceId: string, itemId: string | null) {
  const params = { deviceId, campaignId: itemId ?? '' }
  const query = useQuery({
    queryKey: keyOf(loadChatbotItem, { params }),
    queryFn: itemId
      ? ({ signal }) => {
          if (!deviceId) throw new ApiError('chatbot_item_not_found', 404)
          return request(loadChatbotItem, { params }, { signal })
        }
      : skipToken,
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnMount: 'always',
  })
  return { data: query.isFetchedAfterMount ? query.data : undefined, error: query.error }
}

/** Never cached, like the item itself. */
function useApiRest(deviceId: string, itemId: string | null) {
  const params = { deviceId, campaignId: itemId ?? '' }
  const query = useQuery({
    queryKey: keyOf(loadApiRest, { params }),
    queryFn:
      itemId && deviceId ? ({ signal }) => request(loadApiRest, { params }, { signal }) : skipToken,
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnMount: 'always',
  })
  return { data: query.isFetchedAfterMount ? query.data : undefined, error: query.error }
}

import { lintChatbot } from '@kirim/contract/chatbot-tools'
import {
  deleteChatbotItem,
  devicesSummary,
  type ListedChatbotItem,
  type ListedStatus,
  listChatbotItems,
  setChatbotItemStatus,
} from '@kirim/contract/chatbots'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { messageOf } from '#shared/api/api-error.ts'
import { callQuery, keyOf } from '#shared/api/query.ts'
import { request } from '#shared/api/request.ts'
import { useSingleMutation } from '#shared/api/use-single-mutation.ts'
import { useRealtimeEvent } from '#shared/realtime/realtime-events.ts'
import { useMissedEvents } from '#shared/realtime/use-missed-events.ts'
import { toast } from '#shared/toast/toast.ts'
import { useErrorToast } from '#shared/toast/use-error-toast.ts'

/** The chatbot items of a number and their likely problems, kept current by events. */
export function useChatbotItems(deviceId: string, { enabled }: { enabled: boolean }) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const params = { deviceId }
  const list = callQuery(listChatbotItems, { params })
  const query = useQuery({ ...list, enabled, refetchOnWindowFocus: 'always' })
  const reload = () => {
    for (const { queryKey } of [list, callQuery(lintChatbot, { params })]) {
      void client.invalidateQueries({ queryKey })
    }
  }
  useRealtimeEvent('chatbots_changed', reload)
  useMissedEvents(reload)
  useErrorToast(query.error, t('Failed to load campaigns.'))
  return query
}

/** The actions on an item in its row [2.ai-list] [8.ai-list]. */
export function useItemActions(deviceId: string, { _id }: ListedChatbotItem) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const params = { deviceId, campaignId: _id }
  const listKey = callQuery(listChatbotItems, { params: { deviceId } }).queryKey
  const onChanged = (
    success: string,
    next: (items: ListedChatbotItem[]) => ListedChatbotItem[],
  ): void => {
    toast({ title: success, tone: 'success' })
    client.setQueryData(listKey, (items) => items && next(items))
    // The number's figures, its setup and its findings depend on its items. The list is read again
    // as well: an earlier read still in progress would undo the change on the screen.
    for (const queryKey of [listKey, keyOf(devicesSummary), keyOf(lintChatbot)]) {
      void client.invalidateQueries({ queryKey })
    }
  }
  const onFailed = (failure: string) => (error: Error) => {
    toast({ title: messageOf(error, failure), tone: 'error' })
    // It may have been changed or deleted elsewhere.
    void client.invalidateQueries({ queryKey: listKey })
  }
  const status = useSingleMutation({
    mutationFn: (status: ListedStatus) =>
      request(setChatbotItemStatus, { params, body: { status } }),
    onSuccess: ({ status }) =>
      onChanged(t('Campaign status updated.'), (items) =>
        items.map((known) => (known._id === _id ? { ...known, status } : known)),
      ),
    onError: onFailed(t('Failed to update status.')),
  })
  const deletion = useSingleMutation({
    mutationFn: () => request(deleteChatbotItem, { params }),
    onSuccess: () =>
      onChanged(t('Campaign deleted successfully.'), (items) =>
        items.filter((known) => known._id !== _id),
      ),
    onError: onFailed(t('Failed to delete campaign.')),
  })
  return {
    busy: status.isPending || deletion.isPending,
    setStatus: status.mutate,
    remove(): void {
      if (window.confirm(t('Are you sure you want to delete this campaign?')))
        deletion.mutate(undefined)
    },
  }
}

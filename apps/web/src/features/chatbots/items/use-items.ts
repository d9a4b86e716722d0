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
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { messageOf } from '#shared/api/api-error.ts'
import { callQuery, keyOf } from '#shared/api/query.ts'
import { request } from '#shared/api/request.ts'
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
export function useItemActions(deviceId: string) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const [busy, setBusy] = useState<ReadonlySet<string>>(new Set())
  const listKey = callQuery(listChatbotItems, { params: { deviceId } }).queryKey
  const change = (next: (items: ListedChatbotItem[]) => ListedChatbotItem[]) =>
    client.setQueryData(listKey, (items) => items && next(items))

  async function run(id: string, act: () => Promise<void>, success: string, failure: string) {
    setBusy((ids) => new Set(ids).add(id))
    try {
      await act()
      toast({ title: success, tone: 'success' })
      // The number's figures, its setup and its findings depend on its items. The list is read
      // again as well: an earlier read still in progress would undo the change on the screen.
      for (const queryKey of [listKey, keyOf(devicesSummary), keyOf(lintChatbot)]) {
        void client.invalidateQueries({ queryKey })
      }
    } catch (error) {
      toast({ title: messageOf(error, failure), tone: 'error' })
      // It may have been changed or deleted elsewhere.
      void client.invalidateQueries({ queryKey: listKey })
    } finally {
      setBusy((ids) => new Set([...ids].filter((other) => other !== id)))
    }
  }

  return {
    isBusy: ({ _id }: ListedChatbotItem) => busy.has(_id),
    setStatus: ({ _id }: ListedChatbotItem, status: ListedStatus) =>
      run(
        _id,
        async () => {
          const params = { deviceId, campaignId: _id }
          const saved = await request(setChatbotItemStatus, { params, body: { status } })
          change((items) =>
            items.map((known) => (known._id === _id ? { ...known, status: saved.status } : known)),
          )
        },
        t('Campaign status updated.'),
        t('Failed to update status.'),
      ),
    remove: async ({ _id }: ListedChatbotItem) => {
      if (!window.confirm(t('Are you sure you want to delete this campaign?'))) return
      await run(
        _id,
        async () => {
          await request(deleteChatbotItem, { params: { deviceId, campaignId: _id } })
          change((items) => items.filter((known) => known._id !== _id))
        },
        t('Campaign deleted successfully.'),
        t('Failed to delete campaign.'),
      )
    },
  }
}

export type ItemActions = ReturnType<typeof useItemActions>

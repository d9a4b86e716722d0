import { lintChatbot } from '@kirim/contract/chatbot-tools'
import {
  deleteAiCampaign,
  devicesSummary,
  type ListedAiCampaign,
  type ListedStatus,
  listAiCampaigns,
  setAiCampaignStatus,
} from '@kirim/contract/chatbots'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { messageOf } from '#shared/api/api-error.ts'
import { callQuery, keyOf } from '#shared/api/query.ts'
import { request } from '#shared/api/request.ts'
import { useRealtimeEvent } from '#shared/realtime/realtime-events.ts'
import { useLineRestored } from '#shared/realtime/use-line-restored.ts'
import { toast } from '#shared/toast/toast.ts'
import { useErrorToast } from '#shared/toast/use-error-toast.ts'

/**
 * The chatbot items of a number, kept current by events,
 * and with them what is likely wrong with them.
 */
export function useAiCampaigns(numberId: string, { enabled }: { enabled: boolean }) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const params = { numberId }
  const list = callQuery(listAiCampaigns, { params })
  const query = useQuery({ ...list, enabled, refetchOnWindowFocus: 'always' })
  const reload = () => {
    for (const { queryKey } of [list, callQuery(lintChatbot, { params })]) {
      void client.invalidateQueries({ queryKey })
    }
  }
  useRealtimeEvent('chatbots_changed', reload)
  useLineRestored(reload)
  useErrorToast(query.error, t('Failed to load campaigns.'))
  return query
}

/** What is done to an item from its row [2.ai-list] [8.ai-list]. */
export function useAiCampaignActions(numberId: string) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const [busy, setBusy] = useState<ReadonlySet<string>>(new Set())
  const listKey = callQuery(listAiCampaigns, { params: { numberId } }).queryKey
  const change = (next: (campaigns: ListedAiCampaign[]) => ListedAiCampaign[]) =>
    client.setQueryData(listKey, (campaigns) => campaigns && next(campaigns))

  async function run(id: string, act: () => Promise<void>, success: string, failure: string) {
    setBusy((ids) => new Set(ids).add(id))
    try {
      await act()
      toast({ title: success, tone: 'success' })
      // The number's figures, whether it needs setup and what is wrong follow from its items. The
      // list is read anew as well: a reading that began before would undo on the screen what was
      // done.
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
    isBusy: ({ _id }: ListedAiCampaign) => busy.has(_id),
    setStatus: ({ _id }: ListedAiCampaign, status: ListedStatus) =>
      run(
        _id,
        async () => {
          const params = { numberId, campaignId: _id }
          const saved = await request(setAiCampaignStatus, { params, body: { status } })
          change((campaigns) =>
            campaigns.map((known) =>
              known._id === _id ? { ...known, status: saved.status } : known,
            ),
          )
        },
        t('Campaign status updated.'),
        t('Failed to update status.'),
      ),
    remove: async ({ _id }: ListedAiCampaign) => {
      if (!window.confirm(t('Are you sure you want to delete this campaign?'))) return
      await run(
        _id,
        async () => {
          await request(deleteAiCampaign, { params: { numberId, campaignId: _id } })
          change((campaigns) => campaigns.filter((known) => known._id !== _id))
        },
        t('Campaign deleted successfully.'),
        t('Failed to delete campaign.'),
      )
    },
  }
}

export type AiCampaignActions = ReturnType<typeof useAiCampaignActions>

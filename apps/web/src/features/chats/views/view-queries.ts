import {
  deleteChatView,
  listChatViews,
  type SavedChatView,
  saveChatView,
} from '@kirim/contract/chat-views'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { messageOf } from '#shared/api/api-error.ts'
import { callQuery, keyOf } from '#shared/api/query.ts'
import { request } from '#shared/api/request.ts'
import { useSingleMutation } from '#shared/api/use-single-mutation.ts'
import { toast } from '#shared/toast/toast.ts'
import type { ChatSelection } from '../chat-queries.ts'

/** The views that the reader has saved, by name; nobody else changes them. */
export function useSavedViews(): readonly SavedChatView[] {
  const { data } = useQuery({
    ...callQuery(listChatViews),
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
  })
  return data ?? []
}

export function useViewChanges() {
  const { t } = useTranslation()
  const client = useQueryClient()
  const onSettled = () => client.invalidateQueries({ queryKey: keyOf(listChatViews) })
  const onError = (error: Error) => {
    toast({ title: messageOf(error, t('The view could not be saved.')), tone: 'error' })
  }
  const save = useSingleMutation({
    mutationFn: (body: ChatSelection & { name: string }) => request(saveChatView, { body }),
    onSuccess: ({ name }) => toast({ title: t('View {name} saved', { name }), tone: 'success' }),
    onError,
    onSettled,
  })
  const remove = useSingleMutation({
    mutationFn: (id: string) => request(deleteChatView, { params: { id } }),
    onError,
    onSettled,
  })
  return { save, remove }
}

import { listPausedChats, type PausedChat, resumeChat } from '@kirim/contract/paused-chats'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { messageOf } from '#shared/api/api-error.ts'
import { callQuery } from '#shared/api/query.ts'
import { request } from '#shared/api/request.ts'
import { toast } from '#shared/toast/toast.ts'

/** Pauses begin and end by themselves while the page is open. */
const REFETCH_INTERVAL_MS = 15_000

/** The paused chats of a number, and how to resume them. */
export function usePausedChats(deviceId: string) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const list = callQuery(listPausedChats, { params: { deviceId } })
  const paused = useQuery({ ...list, staleTime: 0, refetchInterval: REFETCH_INTERVAL_MS })
  const resume = useMutation({
    mutationFn: ({ id }: PausedChat) => request(resumeChat, { params: { deviceId, id } }),
    onSuccess: () => toast({ title: t('The chatbot answers there again.'), tone: 'success' }),
    onError: (error) =>
      toast({ title: messageOf(error, t('Failed to resume the chat.')), tone: 'error' }),
    onSettled: () => client.invalidateQueries({ queryKey: list.queryKey }),
  })
  return { paused, resume }
}

import { type ChatLabel, listChatLabels } from '@kirim/contract/chat-labels'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { callQuery } from '#shared/api/query.ts'

/** The labels of the workspace, by name, and by their ids; `useLiveRules` renews them. */
export function useChatLabels() {
  const { data } = useQuery({
    ...callQuery(listChatLabels),
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
  })
  return useMemo(() => {
    const labels: readonly ChatLabel[] = data ?? []
    return { labels, byId: new Map(labels.map((label) => [label.id, label])) }
  }, [data])
}

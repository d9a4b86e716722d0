import { loadChatSettings, USUAL_RULES } from '@kirim/contract/chat-settings'
import { useQuery } from '@tanstack/react-query'
import { callQuery } from '#shared/api/query.ts'

/** The rules of the workspace's chats, the usual ones while they are not known. */
export function useChatRules() {
  const { data } = useQuery({
    ...callQuery(loadChatSettings),
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
  })
  return data?.rules ?? USUAL_RULES
}

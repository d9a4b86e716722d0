import { markChatRead } from '@kirim/contract/chats'
import { useEffect, useEffectEvent } from 'react'
import { request } from '#shared/api/request.ts'
import { useSingleMutation } from '#shared/api/use-single-mutation.ts'
import { useMay } from '#shared/workspace/workspace-context.ts'

interface Reading {
  chatId: string
  /** How many are unread. */
  unread: number
  /** Whether the newest entry is on screen. */
  seesEnd: boolean
}

/** Marks a chat as read once its newest entry is on screen in a window that has the focus. */
export function useMarkRead({ chatId, unread, seesEnd }: Reading): void {
  const mayWrite = useMay('chats:write')
  const { mutate } = useSingleMutation({
    mutationFn: () => request(markChatRead, { params: { id: chatId } }),
  })
  const mark = useEffectEvent(() => {
    if (mayWrite && unread > 0 && seesEnd && document.hasFocus()) mutate(undefined)
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is unread and seen is marked anew
  useEffect(() => mark(), [unread, seesEnd])
  useEffect(() => {
    const listen = () => mark()
    window.addEventListener('focus', listen)
    return () => window.removeEventListener('focus', listen)
  }, [])
}

import { useEffect, useState } from 'react'
import { useUser } from '#shared/auth/auth-context.ts'
import { browserStore, onStorageChange } from '#shared/storage/text-store.ts'
import { useWorkspace } from '#shared/workspace/workspace-context.ts'

export type DraftKind = 'reply' | 'note'

/**
 * What a person has written in a chat and not sent. It is kept in the browser, beyond a reload and
 * in every tab, until it is emptied.
 */
export function useChatDraft(chatId: string, kind: DraftKind) {
  const key = useDraftKey(chatId, kind)
  const [text, setText] = useState(() => browserStore.get(key) ?? '')
  useEffect(() => onStorageChange([key], () => setText(browserStore.get(key) ?? '')), [key])
  return [
    text,
    (written: string) => {
      setText(written)
      if (written === '') browserStore.remove(key)
      else browserStore.set(key, written)
    },
  ] as const
}

function useDraftKey(chatId: string, kind: DraftKind): string {
  return `chat ${kind}:${useUser()._id}:${useWorkspace().id}:${chatId}`
}

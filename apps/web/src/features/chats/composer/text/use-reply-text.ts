import type { ChatEntry } from '@kirim/contract/chat-entries'
import { type RefObject, useEffect, useEffectEvent, useState } from 'react'
import { useReply } from '../../conversation/reply-context.tsx'
import { useChatDraft } from './use-chat-draft.ts'

/**
 * The text of an answer, which is kept; while a sent message is being changed, the text of that,
 * which is not.
 */
export function useReplyText(chatId: string, area: RefObject<HTMLTextAreaElement | null>) {
  const { quoted, edited } = useReply()
  const [draft, setDraft] = useChatDraft(chatId, 'reply')
  const [editedText, setEditedText] = useState('')
  const begin = useEffectEvent((toEdit: ChatEntry | null, toQuote: ChatEntry | null) => {
    if (toEdit) setEditedText(toEdit.text)
    if (toEdit || toQuote) area.current?.focus()
  })
  useEffect(() => begin(edited, quoted), [edited, quoted])
  return {
    text: edited ? editedText : draft,
    setText: edited ? setEditedText : setDraft,
    draft,
    setDraft,
  }
}

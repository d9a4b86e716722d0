import {
  type ListedText,
  listSavedTexts,
  loadSavedText,
  type SavedText,
} from '@kirim/contract/saved-texts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { messageOf } from '#shared/api/api-error.ts'
import { callQuery } from '#shared/api/query.ts'
import { request } from '#shared/api/request.ts'
import { useSingleMutation } from '#shared/api/use-single-mutation.ts'
import { toast } from '#shared/toast/toast.ts'
import { useMay } from '#shared/workspace/workspace-context.ts'
import { matchingReplies, searchedReply } from './matching-replies.ts'
import { useFilledText } from './use-filled-text.ts'

interface SavedRepliesOptions {
  chatId: string
  /** What is written in the composer. */
  text: string
  /** Called with a saved reply whose placeholders are filled in. */
  onReply: (saved: SavedText) => void
}

/** Saved replies that are chosen from by a slash, or by a button. */
export function useSavedReplies({ chatId, text, onReply }: SavedRepliesOptions) {
  const { t } = useTranslation()
  const [isAsked, setAsked] = useState(false)
  /** The text whose list was closed: it stays closed until something else is written. */
  const [closedAt, setClosedAt] = useState<string | null>(null)
  const searched = searchedReply(text)
  const isOpen = isAsked || (searched !== null && closedAt !== text)
  const { data, isPending } = useQuery({
    // Read with the chat, so that they are there as soon as the slash is typed.
    ...callQuery(listSavedTexts, { query: {} }),
    enabled: useMay('texts:read'),
  })
  const found = data && isOpen ? matchingReplies(searched ?? '', data.items) : []
  const fill = useFilledText(chatId)
  const use = useSingleMutation({
    mutationFn: async (saved: SavedText) => ({ ...saved, text: await fill(saved.text) }),
    onSuccess: onReply,
    onError: (error) => {
      toast({
        title: messageOf(error, t('The saved reply could not be filled in.')),
        tone: 'error',
      })
    },
  })
  const load = useSingleMutation({
    mutationFn: ({ id }: ListedText) => request(loadSavedText, { params: { id } }),
    onSuccess: use.mutate,
    onError: (error) => {
      toast({ title: messageOf(error, t('Failed to load the text.')), tone: 'error' })
    },
  })
  const close = () => {
    setAsked(false)
    setClosedAt(text)
  }
  return {
    searched: searched ?? '',
    /** Null while the list is closed; also where what is written is no search but a text. */
    found: isOpen && !(found.length === 0 && searched?.includes(' ')) ? found : null,
    isLoading: isOpen && isPending,
    hasAny: (data?.total ?? 0) > 0,
    ask: () => setAsked(true),
    close,
    choose(listed: ListedText) {
      close()
      load.mutate(listed)
    },
    /** Fills in a saved text that is already loaded. */
    use: use.mutate,
  }
}

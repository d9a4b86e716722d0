import type { MediaFile } from '@kirim/contract/media'
import type { SavedText } from '@kirim/contract/saved-texts'
import { type RefObject, use, useState } from 'react'
import { SavedTextsManager } from '#shared/saved-texts/saved-texts-manager.ts'
import { insertText } from '../text/insert-text.ts'
import { useSuggestions } from '../text/use-suggestions.ts'
import { SavedRepliesList } from './saved-replies-list.tsx'
import { useSavedReplies } from './use-saved-replies.ts'

interface ReplySuggestionsOptions {
  chatId: string
  personName: string
  area: RefObject<HTMLTextAreaElement | null>
  text: string
  setText: (text: string) => void
  /** Called with the file of a saved reply. */
  onFile: (file: MediaFile) => void
}

/** The saved replies above the text, and the dialog in which they are managed. */
export function useReplySuggestions({
  chatId,
  personName,
  area,
  text,
  setText,
  onFile,
}: ReplySuggestionsOptions) {
  const [isManaging, setManaging] = useState(false)
  const Manager = use(SavedTextsManager)
  const take = ({ text: saved, file }: SavedText) => {
    const box = area.current
    const isSearch = text.startsWith('/') && !text.includes('\n')
    if (box && !isSearch && text !== '') insertText(box, saved, setText)
    else setText(saved)
    if (file) onFile(file)
    box?.focus()
  }
  const replies = useSavedReplies({ chatId, text, onReply: take })
  const {
    onKeyDown,
    area: attributes,
    ...suggestions
  } = useSuggestions({
    items: replies.found,
    isLoading: replies.isLoading,
    onPick: replies.choose,
    onClose: replies.close,
  })
  return {
    onKeyDown,
    attributes,
    /** Opens the list without a slash. */
    ask: replies.ask,
    shown: (
      <>
        {replies.found && (
          <SavedRepliesList
            found={replies.found}
            searched={replies.searched}
            isLoading={replies.isLoading}
            hasAny={replies.hasAny}
            personName={personName}
            suggestions={suggestions}
            onManage={Manager && (() => setManaging(true))}
          />
        )}
        {Manager && <Manager open={isManaging} onOpenChange={setManaging} onUse={replies.use} />}
      </>
    ),
  }
}

import { ListChecks, MessageSquareQuote, Mic, Paperclip, Smile } from 'lucide-react'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { MEDIA_ACCEPT } from '#shared/media/media-file.ts'
import { EmojiPicker } from '#shared/message-editor/emoji-picker.tsx'
import { Allowed } from '#shared/workspace/allowed.tsx'
import { PlaceholderMenu } from './replies/placeholder-menu.tsx'
import { ToolButton } from './tool-button.tsx'

interface ReplyToolsProps {
  chatId: string
  personName: string
  /** Whether a text is being changed, to which nothing is attached. */
  isEditing: boolean
  onFiles: (files: readonly File[]) => void
  onInsert: (text: string) => void
  onEmojiClosed: () => void
  onSavedReplies: () => void
  onPoll: () => void
  onRecord: () => void
}

/** The buttons below the text of an answer. */
export function ReplyTools({
  chatId,
  personName,
  isEditing,
  onFiles,
  onInsert,
  onEmojiClosed,
  onSavedReplies,
  onPoll,
  onRecord,
}: ReplyToolsProps) {
  const { t } = useTranslation()
  const chooser = useRef<HTMLInputElement>(null)
  return (
    <>
      {!isEditing && (
        <>
          <input
            ref={chooser}
            type="file"
            multiple
            hidden
            accept={MEDIA_ACCEPT}
            aria-label={t('Files to attach')}
            onChange={({ target }) => {
              onFiles([...(target.files ?? [])])
              target.value = ''
            }}
          />
          <ToolButton
            label={t('Attach')}
            icon={Paperclip}
            onClick={() => chooser.current?.click()}
          />
        </>
      )}
      <EmojiPicker onPick={onInsert} onClosed={onEmojiClosed}>
        <ToolButton label={t('Emoji')} icon={Smile} />
      </EmojiPicker>
      <PlaceholderMenu chatId={chatId} personName={personName} onInsert={onInsert} />
      <Allowed to="texts:read">
        <ToolButton
          label={t('Saved replies, /')}
          icon={MessageSquareQuote}
          onClick={onSavedReplies}
        />
      </Allowed>
      {!isEditing && (
        <>
          <ToolButton label={t('Record a voice note')} icon={Mic} onClick={onRecord} />
          <ToolButton
            label={t('Poll')}
            icon={ListChecks}
            onClick={onPoll}
            className="max-[420px]:hidden"
          />
        </>
      )}
    </>
  )
}

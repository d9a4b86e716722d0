import { addNote } from '@kirim/contract/chats'
import { CAPTION_MAX_LENGTH } from '@kirim/contract/limits'
import { VISIBLE } from '@kirim/contract/names'
import { useQueryClient } from '@tanstack/react-query'
import { AtSign, Smile } from 'lucide-react'
import { type RefObject, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { messageOf } from '#shared/api/api-error.ts'
import { request } from '#shared/api/request.ts'
import { useSingleMutation } from '#shared/api/use-single-mutation.ts'
import { EmojiPicker } from '#shared/message-editor/emoji-picker.tsx'
import { toast } from '#shared/toast/toast.ts'
import { Avatar } from '#shared/ui/avatar.tsx'
import { Button } from '#shared/ui/button.tsx'
import { keepEntries } from '../conversation/timeline-cache.ts'
import { mentionedIn, splitMentions } from '../written-mentions.ts'
import { useMentions } from './mentions/use-mentions.ts'
import { insertText } from './text/insert-text.ts'
import { SuggestionList } from './text/suggestion-list.tsx'
import { TextBox } from './text/text-box.tsx'
import { useChatDraft } from './text/use-chat-draft.ts'
import { ToolButton } from './tool-button.tsx'

interface NoteBoxProps {
  chatId: string
  area: RefObject<HTMLTextAreaElement | null>
  onEscape: () => void
}

/** A note that only the team sees; an `@` with a name tells that person. */
export function NoteBox({ chatId, area, onEscape }: NoteBoxProps) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const [text, setText] = useChatDraft(chatId, 'note')
  const { people, items, suggestions, cursorMoved } = useMentions({ area, text, onText: setText })
  const parts = useMemo(() => splitMentions(text, people), [text, people])
  const add = useSingleMutation({
    mutationFn: () => {
      const body = { text: text.trim(), mentions: mentionedIn(text, people) }
      return request(addNote, { params: { id: chatId }, body })
    },
    onSuccess(entry) {
      setText('')
      keepEntries(client, chatId, [entry])
    },
    onError: (error) => {
      toast({ title: messageOf(error, t('The note could not be added.')), tone: 'error' })
    },
  })
  const submit = () => {
    if (VISIBLE.test(text)) add.mutate(undefined)
  }
  return (
    <>
      {items && (
        <SuggestionList
          label={t('People')}
          suggestions={suggestions}
          options={items.map(({ id, name }) => ({
            key: id,
            content: (
              <span className="flex min-w-0 items-center gap-2">
                <Avatar name={name} className="size-6 text-[10px]" />
                <span className="truncate">{name}</span>
              </span>
            ),
          }))}
        />
      )}
      <div className="rounded-md border border-warning bg-warning-soft focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-ring">
        <TextBox
          area={area}
          value={text}
          onText={(written) => {
            setText(written)
            cursorMoved(area.current?.selectionStart ?? written.length)
          }}
          label={t('Note')}
          placeholder={t('A note for the team. @ mentions somebody.')}
          maxLength={CAPTION_MAX_LENGTH}
          readOnly={add.isPending}
          onSend={submit}
          onSelect={({ currentTarget }) => cursorMoved(currentTarget.selectionStart)}
          onKeyDown={(event) => {
            suggestions.onKeyDown(event)
            if (event.key === 'Escape' && !event.defaultPrevented) onEscape()
          }}
          {...suggestions.area}
          className="text-warning-ink [&_textarea]:placeholder:text-warning-ink"
          marked={parts.map(({ text: part, personId }, index) =>
            personId === null ? (
              part
            ) : (
              <span
                // biome-ignore lint/suspicious/noArrayIndexKey: a part is known by its place
                key={index}
                className="rounded-[4px] bg-warning/18"
              >
                {part}
              </span>
            ),
          )}
        />
        <div className="flex items-center gap-0.5 px-1.5 pb-1.5">
          <EmojiPicker
            onPick={(emoji) => insertText(area.current, emoji, setText)}
            onClosed={() => area.current?.focus()}
          >
            <ToolButton label={t('Emoji')} icon={Smile} />
          </EmojiPicker>
          <ToolButton
            label={t('Mention')}
            icon={AtSign}
            onClick={() => {
              const before = text.slice(0, area.current?.selectionStart ?? text.length)
              insertText(area.current, /(^|\s)$/.test(before) ? '@' : ' @', setText)
            }}
          />
          <span className="ml-auto flex items-center gap-1.5">
            <span className="text-xs text-warning-ink max-xl:hidden pointer-coarse:hidden">
              {t('Ctrl+Enter')}
            </span>
            <Button
              variant="primary"
              size="sm"
              disabled={!VISIBLE.test(text)}
              busy={add.isPending}
              busyText={t('Adding...')}
              onClick={submit}
            >
              {t('Add note')}
            </Button>
          </span>
        </div>
      </div>
    </>
  )
}

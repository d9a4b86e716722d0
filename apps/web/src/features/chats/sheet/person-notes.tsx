import { addPersonNote, type PersonNote, removePersonNote } from '@kirim/contract/chat-contact'
import { CAPTION_MAX_LENGTH } from '@kirim/contract/limits'
import { VISIBLE } from '@kirim/contract/names'
import { Plus, Trash2 } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { messageOf } from '#shared/api/api-error.ts'
import { request } from '#shared/api/request.ts'
import { useSingleMutation } from '#shared/api/use-single-mutation.ts'
import { useFormat } from '#shared/i18n/format.ts'
import { toast } from '#shared/toast/toast.ts'
import { Button } from '#shared/ui/button.tsx'
import { Textarea } from '#shared/ui/textarea.tsx'
import { useMay } from '#shared/workspace/workspace-context.ts'
import { useContactRefresh } from './contact-queries.ts'
import { Nothing, SheetSection, sectionAct } from './sheet-section.tsx'

interface PersonNotesProps {
  chatId: string
  notes: readonly PersonNote[]
}

/** What the team knows of the person, beside all their chats. */
export function PersonNotes({ chatId, notes }: PersonNotesProps) {
  const { t } = useTranslation()
  const { longMonthDay } = useFormat()
  const mayWrite = useMay('chats:write')
  const refresh = useContactRefresh()
  const [isAdding, setAdding] = useState(false)
  const remove = useSingleMutation({
    mutationFn: (noteId: string) => request(removePersonNote, { params: { id: chatId, noteId } }),
    onError: (error) => {
      toast({ title: messageOf(error, t('The note could not be removed.')), tone: 'error' })
    },
    onSettled: refresh,
  })
  return (
    <SheetSection
      title={t('Notes about the person')}
      aside={
        mayWrite &&
        !isAdding && (
          <button type="button" onClick={() => setAdding(true)} className={sectionAct}>
            <Plus className="size-3.5" aria-hidden="true" />
            {t('Add')}
          </button>
        )
      }
    >
      {isAdding && <NewNote chatId={chatId} onClose={() => setAdding(false)} />}
      {notes.length === 0 && !isAdding && <Nothing>{t('None yet.')}</Nothing>}
      <ul className="grid gap-2.5">
        {notes.map(({ id, text, at, author }) => (
          <li key={id} className="group flex items-start gap-2">
            <div className="min-w-0 flex-1">
              <p className="text-caption wrap-anywhere whitespace-pre-line">{text}</p>
              <p className="mt-1 text-xs text-muted-foreground">
                {[author && (author.name || t('A former member')), longMonthDay(at)]
                  .filter(Boolean)
                  .join(', ')}
              </p>
            </div>
            {mayWrite && (
              <Button
                variant="ghost"
                size="icon-sm"
                className="-mt-1.5 -mr-2"
                aria-label={t('Remove this note')}
                disabled={remove.isPending}
                onClick={() => remove.mutate(id)}
              >
                <Trash2 aria-hidden="true" />
              </Button>
            )}
          </li>
        ))}
      </ul>
    </SheetSection>
  )
}

function NewNote({ chatId, onClose }: { chatId: string; onClose: () => void }) {
  const { t } = useTranslation()
  const refresh = useContactRefresh()
  const [text, setText] = useState('')
  const add = useSingleMutation({
    mutationFn: () => request(addPersonNote, { params: { id: chatId }, body: { text } }),
    async onSuccess() {
      await refresh()
      onClose()
    },
    onError: (error) => {
      toast({ title: messageOf(error, t('The note could not be added.')), tone: 'error' })
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (VISIBLE.test(text)) add.mutate(undefined)
  }
  return (
    <form onSubmit={submit} className="mb-3 grid gap-2">
      <Textarea
        aria-label={t('Note about the person')}
        value={text}
        rows={3}
        maxLength={CAPTION_MAX_LENGTH}
        autoFocus
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return
          // Leaves the field, not the sheet.
          event.preventDefault()
          event.stopPropagation()
          onClose()
        }}
      />
      <div className="flex justify-end gap-2">
        <Button size="sm" disabled={add.isPending} onClick={onClose}>
          {t('Cancel')}
        </Button>
        <Button type="submit" variant="primary" size="sm" busy={add.isPending}>
          {t('Add')}
        </Button>
      </div>
    </form>
  )
}

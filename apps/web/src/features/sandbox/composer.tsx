import { listChats, listGroups, listMessages, writeAsContact } from '@kirim/contract/sandbox'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ImagePlus, Send, X } from 'lucide-react'
import { type FormEvent, type KeyboardEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { messageOf } from '#shared/api/api-error.ts'
import { keyOf } from '#shared/api/query.ts'
import { request } from '#shared/api/request.ts'
import { toast } from '#shared/toast/toast.ts'
import { Button } from '#shared/ui/button.tsx'
import { Textarea } from '#shared/ui/textarea.tsx'
import { SendMore } from './send-more.tsx'
import type { ChatPlace } from './use-sandbox.ts'

interface Draft {
  text: string
  file: File | null
}

const EMPTY: Draft = { text: '', file: null }

interface ComposerProps {
  place: ChatPlace
  /** The name of the person who writes. */
  contact: string
  /** In a group, the number of the writing member. */
  author?: string
}

/**
 * Writes to the linked number as the contact, or into a group as a member. Enter sends; Shift+Enter
 * inserts a line break.
 */
export function Composer({ place, contact, author }: ComposerProps) {
  const { t } = useTranslation()
  const [draft, setDraft] = useState(EMPTY)
  const write = useWrite(place, author, setDraft)
  const box = useRef<HTMLTextAreaElement>(null)
  const empty = draft.text.trim() === '' && !draft.file

  function send() {
    if (empty || write.isPending) return
    setDraft(EMPTY)
    write.mutate(draft)
    box.current?.focus()
  }

  function onSubmit(event: FormEvent) {
    event.preventDefault()
    send()
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    send()
  }

  return (
    <form onSubmit={onSubmit} className="border-t">
      {draft.file && (
        <AttachedFile file={draft.file} onRemove={() => setDraft({ ...draft, file: null })} />
      )}
      <div className="flex items-end gap-2 p-3">
        <AttachButton onPick={(file) => setDraft({ ...draft, file })} />
        <SendMore place={place} author={author} />
        <Textarea
          ref={box}
          rows={1}
          aria-label={t('Write as {contact}', { contact })}
          placeholder={t('Write as {contact}', { contact })}
          value={draft.text}
          maxLength={10_000}
          onChange={(event) => setDraft({ ...draft, text: event.target.value })}
          onKeyDown={onKeyDown}
          className="field-sizing-content max-h-32 min-h-9 resize-none py-[7px] pointer-coarse:min-h-11 pointer-coarse:py-[9px]"
        />
        <Button
          type="submit"
          variant="primary"
          size="icon"
          className="shrink-0"
          aria-label={t('Send')}
          disabled={empty || write.isPending}
        >
          <Send aria-hidden="true" />
        </Button>
      </div>
    </form>
  )
}

/** Restores a message that could not be sent, unless another one has been started. */
function useWrite(
  place: ChatPlace,
  author: string | undefined,
  restore: (update: (now: Draft) => Draft) => void,
) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const { phoneNumber } = place
  return useMutation({
    mutationFn: ({ text, file }: Draft) =>
      request(writeAsContact, {
        params: place,
        body: { text: text.trim(), ...(author && { author }) },
        file,
      }),
    onError: (error, draft) => {
      restore((now) => (now.text || now.file ? now : draft))
      toast({ title: messageOf(error, t('The message could not be written.')), tone: 'error' })
    },
    onSuccess: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: keyOf(listMessages, { params: place }) }),
        client.invalidateQueries({ queryKey: keyOf(listChats, { params: { phoneNumber } }) }),
        client.invalidateQueries({ queryKey: keyOf(listGroups, { params: { phoneNumber } }) }),
      ]),
  })
}

function AttachButton({ onPick }: { onPick: (file: File) => void }) {
  const { t } = useTranslation()
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <input
        ref={input}
        type="file"
        accept="image/jpeg,image/png,image/webp,image/gif"
        hidden
        onChange={(event) => {
          const file = event.target.files?.[0]
          if (file) onPick(file)
          event.target.value = ''
        }}
      />
      <Button
        variant="ghost"
        size="icon"
        className="shrink-0"
        aria-label={t('Attach an image')}
        onClick={() => input.current?.click()}
      >
        <ImagePlus aria-hidden="true" />
      </Button>
    </>
  )
}

function AttachedFile({ file, onRemove }: { file: File; onRemove: () => void }) {
  const { t } = useTranslation()
  return (
    <p className="flex items-center gap-2 border-b px-4 py-1.5 text-caption">
      <ImagePlus className="size-4 text-muted-foreground" aria-hidden="true" />
      <span className="min-w-0 flex-1 truncate">{file.name}</span>
      <Button variant="ghost" size="icon-sm" aria-label={t('Remove the image')} onClick={onRemove}>
        <X aria-hidden="true" />
      </Button>
    </p>
  )
}

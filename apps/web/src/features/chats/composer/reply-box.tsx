import type { Chat } from '@kirim/contract/chats'
import { VISIBLE } from '@kirim/contract/names'
import { MESSAGE_MAX_LENGTH } from '@kirim/contract/outgoing'
import { type RefObject, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '#shared/ui/confirm-dialog.tsx'
import { newClientId } from '../client-id.ts'
import { useReply } from '../conversation/reply-context.tsx'
import { AttachedFiles } from './files/attached-files.tsx'
import { useAttachments } from './files/use-attachments.ts'
import { useDroppedFiles } from './files/use-dropped-files.ts'
import { PollDialog } from './poll-dialog.tsx'
import { QuoteStrip } from './quote-strip.tsx'
import { useReplySuggestions } from './replies/use-reply-suggestions.tsx'
import { ReplyTools } from './reply-tools.tsx'
import { useEditMessage } from './send/use-edit-message.ts'
import { useSendLater } from './send/use-send-later.ts'
import { useSendReply } from './send/use-send-reply.ts'
import { SendButtons } from './send-buttons.tsx'
import { insertText } from './text/insert-text.ts'
import { TextBox } from './text/text-box.tsx'
import { useReplyText } from './text/use-reply-text.ts'
import { useRecorder } from './voice/use-recorder.ts'
import { VoiceBar } from './voice/voice-bar.tsx'

interface ReplyBoxProps {
  chat: Chat
  personName: string
  /** The name of the number that writes. */
  numberName: string
  /** The composer, on whose column files are dropped. */
  root: RefObject<HTMLElement | null>
  area: RefObject<HTMLTextAreaElement | null>
  /** Who of the others is writing in this chat. */
  writers: readonly string[]
  onWriting: (isWriting: boolean) => void
  onEscape: () => void
}

/** An answer to the person, or the new text of one. */
export function ReplyBox({
  chat,
  personName,
  numberName,
  root,
  area,
  writers,
  onWriting,
  onEscape,
}: ReplyBoxProps) {
  const { t } = useTranslation()
  const chatId = chat.id
  const reply = useReply()
  const { quoted, edited } = reply
  const { text, setText, draft, setDraft } = useReplyText(chatId, area)
  const files = useAttachments()
  const recorder = useRecorder()
  const isOver = useDroppedFiles(root, files.addFiles)
  const [asks, setAsks] = useState<'never' | 'now' | 'was asked'>('never')
  const [isPoll, setPoll] = useState(false)

  const replies = useReplySuggestions({
    chatId,
    personName,
    area,
    text,
    setText,
    onFile: (media) => !edited && files.add([{ id: newClientId(), media }]),
  })
  const cleared = () => {
    setDraft('')
    files.set([])
    reply.quote(null)
  }
  const send = useSendReply({
    chatId,
    personName,
    onRefused(refused, attachment) {
      if (refused !== '') setDraft(draft === '' ? refused : `${refused}\n${draft}`)
      if (attachment) files.add([attachment])
    },
  })
  const later = useSendLater(chatId, cleared)
  const change = useEditMessage(chatId, () => reply.edit(null))

  const isEmpty = !VISIBLE.test(text) && (edited !== null || files.attachments.length === 0)
  const sendNow = () => {
    if (edited) return change.mutate({ entry: edited, text: text.trim() })
    send({ text: text.trim(), attachments: files.attachments, quoted })
    cleared()
    area.current?.focus()
  }
  const press = () => {
    if (isEmpty || later.isPending) return
    if (writers.length > 0 && asks === 'never' && !edited) setAsks('now')
    else sendNow()
  }
  const sendVoice = async () => {
    const file = recorder.state.is === 'recorded' ? recorder.state.file : await recorder.stop()
    recorder.cancel()
    if (!file) return
    send({ text: '', attachments: [{ id: newClientId(), file, isVoice: true }], quoted })
    reply.quote(null)
  }

  if (recorder.state.is !== 'off') {
    return (
      <div className="rounded-md border border-input bg-card">
        <VoiceBar
          state={recorder.state}
          onStop={() => void recorder.stop()}
          onCancel={recorder.cancel}
          onSend={() => void sendVoice()}
        />
      </div>
    )
  }
  const placeholder =
    chat.kind === 'group'
      ? t('Write to {name} as {number}', { name: personName, number: numberName })
      : t('Reply to {name} as {number}', { name: personName, number: numberName })
  return (
    <>
      {replies.shown}
      <div className="relative rounded-md border border-input bg-card focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-ring">
        {isOver && (
          <p className="pointer-events-none absolute inset-0 z-10 grid place-items-center rounded-md border-2 border-dashed border-primary bg-accent text-caption font-medium">
            {t('Drop the files to attach them')}
          </p>
        )}
        <QuoteStrip reply={reply} personName={personName} />
        {!edited && <AttachedFiles attachments={files.attachments} onRemove={files.remove} />}
        <TextBox
          area={area}
          value={text}
          onText={(written) => {
            setText(written)
            onWriting(VISIBLE.test(written))
          }}
          label={t('Reply')}
          placeholder={placeholder}
          maxLength={MESSAGE_MAX_LENGTH}
          onSend={press}
          onPaste={(event) => {
            const pasted = [...event.clipboardData.files]
            if (pasted.length === 0 || edited) return
            event.preventDefault()
            files.addFiles(pasted)
          }}
          onKeyDown={(event) => {
            replies.onKeyDown(event)
            if (event.key !== 'Escape' || event.defaultPrevented) return
            if (edited) reply.edit(null)
            else onEscape()
          }}
          {...replies.attributes}
        />
        <div className="flex items-center gap-0.5 px-1.5 pb-1.5">
          <ReplyTools
            chatId={chatId}
            personName={personName}
            isEditing={edited !== null}
            onFiles={files.addFiles}
            onInsert={(inserted) => insertText(area.current, inserted, setText)}
            onEmojiClosed={() => area.current?.focus()}
            onSavedReplies={() => {
              replies.ask()
              area.current?.focus()
            }}
            onPoll={() => setPoll(true)}
            onRecord={() => void recorder.start()}
          />
          <SendButtons
            phoneNumber={chat.phoneNumber}
            isEditing={edited !== null}
            isEmpty={isEmpty}
            isBusy={later.isPending || change.isPending}
            onSend={press}
            onLater={(at) =>
              later.mutate({ text: text.trim(), attachments: files.attachments, quoted, at })
            }
          />
        </div>
      </div>
      <PollDialog chatId={chatId} open={isPoll} onClose={() => setPoll(false)} />
      <ConfirmDialog
        open={asks === 'now'}
        onOpenChange={(open) => !open && setAsks('was asked')}
        title={t('{name} is writing too. Send anyway?', { name: writers[0] ?? '' })}
        description={t('The person may get two answers.')}
        action={t('Send')}
        destructive={false}
        onConfirm={() => {
          setAsks('was asked')
          sendNow()
        }}
      />
    </>
  )
}

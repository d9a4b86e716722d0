import type { ChatEntry } from '@kirim/contract/chat-entries'
import { sendMessage } from '@kirim/contract/chat-messages'
import type { QuotedMessage } from '@kirim/contract/message-content'
import { useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { messageOf } from '#shared/api/api-error.ts'
import { request } from '#shared/api/request.ts'
import { useUser } from '#shared/auth/auth-context.ts'
import { toast } from '#shared/toast/toast.ts'
import { useWorkspace } from '#shared/workspace/workspace-context.ts'
import { newClientId } from '../../client-id.ts'
import { usePendingEntries } from '../../conversation/pending-entries.ts'
import { type Attachment, factsOf, type MessagePart, partsOf } from '../files/attachment.ts'
import { deliver, inOrder, mayRepeat } from './deliver.ts'
import { outboxOf, type Unanswered } from './outbox.ts'

/** What is written and sent at once. */
export interface WrittenReply {
  readonly text: string
  readonly attachments: readonly Attachment[]
  readonly quoted: ChatEntry | null
}

/** The attachments of messages on their way, which come back with the text of a refused one. */
const onTheirWay = new Map<string, Attachment>()
/** Texts that this tab sends right now. */
const underWay = new Set<string>()

interface SendOptions {
  chatId: string
  personName: string
  /** Puts what was refused back to where it was written. */
  onRefused: (text: string, attachment: Attachment | null) => void
}

/**
 * Sends what is written: shown at once, sent once however often the answer is lost, and put back
 * when it is refused.
 */
export function useSendReply({ chatId, personName, onRefused }: SendOptions) {
  const { t } = useTranslation()
  const { pending, send } = usePendingEntries(chatId)
  const author = { name: useUser().name }
  const key = `chat outbox:${useUser()._id}:${useWorkspace().id}:${chatId}`
  const [outbox] = useState(() => outboxOf(key))

  const sendPart = ({ text, attachment }: MessagePart, message: Unanswered, quote?: ChatEntry) => {
    const { clientId, quotes } = message
    const body = { clientId, text, ...(quotes && { quotes }), ...bodyOf(attachment) }
    const file = attachment && 'file' in attachment ? attachment.file : null
    if (attachment) onTheirWay.set(clientId, attachment)
    underWay.add(clientId)
    const shown = {
      type: 'message' as const,
      kind: kindOf(attachment),
      text,
      author,
      quoted: quote ? quotedOf(quote, personName) : null,
    }
    const call = () => request(sendMessage, { params: { id: chatId }, body, file })
    const ended = () => {
      underWay.delete(clientId)
      outbox.remove(clientId)
      onTheirWay.delete(clientId)
    }
    void send(clientId, shown, () => inOrder(chatId, () => deliver(call))).then((isTaken) => {
      if (isTaken) ended()
      else underWay.delete(clientId)
    })
  }

  /** A server that refused a message has not kept it; what got no answer waits for its writer. */
  const takeBack = useEffectEvent(() => {
    for (const { clientId, entry, error, discard } of pending) {
      if (error === null || mayRepeat(error)) continue
      const attachment = onTheirWay.get(clientId) ?? null
      onTheirWay.delete(clientId)
      outbox.remove(clientId)
      discard()
      onRefused(entry.text, attachment)
      toast({ title: messageOf(error, t('Not sent.')), tone: 'error' })
    }
  })
  useEffect(() => {
    if (pending.some(({ error }) => error !== null)) takeBack()
  }, [pending])

  const sendLeftOver = useEffectEvent(() => {
    const shown = new Set(pending.map(({ clientId }) => clientId))
    for (const message of outbox.read()) {
      if (underWay.has(message.clientId) || shown.has(message.clientId)) continue
      sendPart({ text: message.text, attachment: null }, message)
    }
  })
  useEffect(() => sendLeftOver(), [])

  return ({ text, attachments, quoted }: WrittenReply): void => {
    for (const [index, part] of partsOf(text, attachments).entries()) {
      const quote = index === 0 ? quoted : null
      const message: Unanswered = {
        clientId: newClientId(),
        text: part.text,
        ...(quote && { quotes: quote.id }),
      }
      // Files cannot be kept in the browser's storage.
      if (!part.attachment) outbox.add(message)
      sendPart(part, message, quote ?? undefined)
    }
  }
}

/** How a call names the file of a message. */
export function bodyOf(attachment: Attachment | null) {
  if (!attachment) return {}
  if ('media' in attachment) return { mediaId: attachment.media._id }
  return { isVoice: attachment.isVoice ? ('true' as const) : ('false' as const) }
}

function kindOf(attachment: Attachment | null): ChatEntry['kind'] {
  if (!attachment) return 'text'
  const { kind } = factsOf(attachment)
  return kind === 'other' ? 'document' : kind
}

/** How a message is shown that the next one quotes. */
function quotedOf(entry: ChatEntry, personName: string): QuotedMessage {
  const isOurs = entry.by !== 'person'
  return {
    entryId: entry.id,
    senderName: isOurs ? '' : entry.senderName || personName,
    isOurs,
    kind: entry.kind,
    text: entry.text,
  }
}

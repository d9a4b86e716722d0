import type { ChatEntry } from '@kirim/contract/chat-entries'
import { cancelScheduled, changeScheduled, retryMessage } from '@kirim/contract/chat-messages'
import { ledgerTexts } from '@kirim/contract/ledger-texts'
import { RotateCw } from 'lucide-react'
import { messageOf } from '#shared/api/api-error.ts'
import { request } from '#shared/api/request.ts'
import { useSingleMutation } from '#shared/api/use-single-mutation.ts'
import { useCodedText } from '#shared/i18n/use-coded-text.ts'
import { toast } from '#shared/toast/toast.ts'
import { newClientId } from '../../client-id.ts'
import { useConversation } from '../conversation-context.ts'
import type { PendingEntry } from '../pending-entries.ts'
import { useTimelineChanges } from '../timeline/use-timeline-changes.ts'
import { useWords } from '../words.ts'
import { LinkButton } from './link-button.tsx'

/** Why a message of ours has not arrived, and what can be done about it. */
export function MessageState({
  entry,
  pending,
}: {
  entry: ChatEntry
  pending: PendingEntry | null
}) {
  if (pending?.error) return <NotTaken pending={pending} />
  switch (entry.state) {
    case 'failed':
      return <NotSent entry={entry} />
    case 'pending':
      return entry.reason && <Waits reason={entry.reason} />
    case 'scheduled':
    case 'held':
      return <LeavesLater entry={entry} />
    default:
      return null
  }
}

/** The server has not taken it. */
function NotTaken({ pending: { error, retry, discard } }: { pending: PendingEntry }) {
  const { t } = useWords()
  return (
    <>
      <Cause
        text={t('Not sent: {reason}', {
          reason: messageOf(error, t('The server did not answer.')),
        })}
      />
      <p className="flex items-center gap-3 px-2">
        <LinkButton icon={RotateCw} onClick={retry}>
          {t('Try again')}
        </LinkButton>
        <LinkButton onClick={discard}>{t('Discard')}</LinkButton>
      </p>
    </>
  )
}

/** The network has not taken it; trying again sends a new message. */
function NotSent({ entry }: { entry: ChatEntry }) {
  const { t } = useWords()
  const explain = useCodedText(ledgerTexts)
  const { chatId, mayWrite } = useConversation()
  const { keep } = useTimelineChanges(chatId)
  const again = useSingleMutation({
    mutationFn: (clientId: string) =>
      request(retryMessage, { params: { id: chatId, entryId: entry.id }, body: { clientId } }),
    onSuccess: keep,
    onError: (error) => toast({ title: messageOf(error, t('Could not send.')), tone: 'error' }),
  })
  const cause = entry.reason ? explain(entry.reason) : ''
  return (
    <>
      <Cause text={cause || t('Not sent.')} />
      {mayWrite && (
        <p className="px-2">
          <LinkButton
            icon={RotateCw}
            disabled={again.isPending}
            onClick={() => again.mutate(newClientId())}
          >
            {t('Try again')}
          </LinkButton>
        </p>
      )}
    </>
  )
}

function Cause({ text }: { text: string }) {
  return <p className="px-2 text-xs wrap-anywhere text-destructive dark:text-danger-ink">{text}</p>
}

function Waits({ reason }: { reason: NonNullable<ChatEntry['reason']> }) {
  const { t } = useWords()
  const explain = useCodedText(ledgerTexts)
  const { device } = reason.params
  const isAway = reason.code === 'device_offline' || reason.code === 'device_removed'
  return (
    <p className="px-2 text-xs text-bubble-meta">
      {isAway && device ? t('Leaves when {device} is back', { device }) : explain(reason)}
    </p>
  )
}

/** It leaves at a time, or waits because the person wrote in the meantime. */
function LeavesLater({ entry }: { entry: ChatEntry }) {
  const { t } = useWords()
  const { chatId, mayWrite } = useConversation()
  const { keep, drop } = useTimelineChanges(chatId)
  const params = { id: chatId, entryId: entry.id }
  const onError = (error: Error) =>
    toast({ title: messageOf(error, t('The server did not answer.')), tone: 'error' })
  const now = useSingleMutation({
    mutationFn: () => request(changeScheduled, { params, body: { sendAt: null } }),
    onSuccess: keep,
    onError,
  })
  const cancel = useSingleMutation({
    mutationFn: () => request(cancelScheduled, { params }),
    onSuccess: () => drop(entry.id),
    onError,
  })
  const isBusy = now.isPending || cancel.isPending
  return (
    <>
      {entry.state === 'held' && (
        <p className="px-2 text-xs text-warning-ink">
          {t('They wrote in the meantime. Still send it?')}
        </p>
      )}
      {mayWrite && (
        <p className="flex items-center gap-3 px-2">
          <LinkButton disabled={isBusy} onClick={() => now.mutate(undefined)}>
            {t('Send now')}
          </LinkButton>
          <LinkButton disabled={isBusy} onClick={() => cancel.mutate(undefined)}>
            {t('Cancel')}
          </LinkButton>
        </p>
      )}
    </>
  )
}

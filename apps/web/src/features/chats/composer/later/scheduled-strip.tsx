import type { ChatEntry } from '@kirim/contract/chat-entries'
import { cancelScheduled, changeScheduled } from '@kirim/contract/chat-messages'
import { useQueryClient } from '@tanstack/react-query'
import { CalendarClock, ChevronDown, ChevronUp } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { messageOf } from '#shared/api/api-error.ts'
import { request } from '#shared/api/request.ts'
import { useSingleMutation } from '#shared/api/use-single-mutation.ts'
import { useFormat } from '#shared/i18n/format.ts'
import { useMomentText } from '#shared/i18n/use-moment-text.ts'
import { toast } from '#shared/toast/toast.ts'
import { Button } from '#shared/ui/button.tsx'
import { cn } from '#shared/ui/cn.ts'
import { chatKey, type OpenedChat } from '../../chat-queries.ts'
import { dropEntries, keepEntries } from '../../conversation/timeline-cache.ts'
import { withEntries, withoutEntries } from '../../live/chat-changes.ts'
import { usePersonTime } from './person-time.tsx'
import { type ScheduledChange, ScheduledDialog } from './scheduled-dialog.tsx'

interface ScheduledStripProps {
  chatId: string
  phoneNumber: string
  scheduled: readonly ChatEntry[]
  mayWrite: boolean
}

/** What leaves later, and what is held because the person wrote in the meantime. */
export function ScheduledStrip({ chatId, phoneNumber, scheduled, mayWrite }: ScheduledStripProps) {
  const { t } = useTranslation()
  const { number } = useFormat()
  const held = scheduled.filter(({ state }) => state === 'held').length
  const [isOpened, setOpened] = useState(false)
  const isOpen = isOpened || held > 0
  const Chevron = isOpen ? ChevronDown : ChevronUp
  if (scheduled.length === 0) return null
  const title =
    held > 0
      ? t('{count} messages are held: they wrote in the meantime', { count: held, n: number(held) })
      : t('{count} messages leave later', {
          count: scheduled.length,
          n: number(scheduled.length),
        })
  return (
    <section aria-label={t('Leaves later')} className="shrink-0 border-t bg-muted text-caption">
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={() => setOpened(!isOpened)}
        className="flex min-h-9 w-full items-center gap-2 px-4 text-left pointer-coarse:min-h-11"
      >
        <CalendarClock
          className={cn('size-4 shrink-0', held > 0 ? 'text-warning' : 'text-muted-foreground')}
          aria-hidden="true"
        />
        <span className="min-w-0 flex-1 truncate">{title}</span>
        <Chevron className="size-4 shrink-0 text-muted-foreground" aria-hidden="true" />
      </button>
      {isOpen && (
        <ul className="max-h-44 divide-y overflow-y-auto border-t bg-card">
          {scheduled.map((entry) => (
            <ScheduledRow key={entry.id} {...{ chatId, phoneNumber, entry, mayWrite }} />
          ))}
        </ul>
      )}
    </section>
  )
}

interface ScheduledRowProps
  extends Pick<ScheduledStripProps, 'chatId' | 'phoneNumber' | 'mayWrite'> {
  entry: ChatEntry
}

function ScheduledRow({ chatId, phoneNumber, entry, mayWrite }: ScheduledRowProps) {
  const { t } = useTranslation()
  const momentText = useMomentText()
  const personTime = usePersonTime(phoneNumber)
  const client = useQueryClient()
  const [isChanging, setChanging] = useState(false)
  const params = { id: chatId, entryId: entry.id }
  const failed = (error: Error) => {
    toast({ title: messageOf(error, t('The message could not be changed.')), tone: 'error' })
    void client.invalidateQueries({ queryKey: chatKey(chatId) })
  }
  const change = useSingleMutation({
    mutationFn: (body: ScheduledChange) => request(changeScheduled, { params, body }),
    onSuccess(changed) {
      setChanging(false)
      keepEntries(client, chatId, [changed])
      client.setQueryData<OpenedChat>(
        chatKey(chatId),
        (opened) => opened && withEntries(opened, [changed]),
      )
    },
    onError: failed,
  })
  const cancel = useSingleMutation({
    mutationFn: () => request(cancelScheduled, { params }),
    onSuccess() {
      dropEntries(client, chatId, [entry.id])
      client.setQueryData<OpenedChat>(
        chatKey(chatId),
        (opened) => opened && withoutEntries(opened, [entry.id]),
      )
    },
    onError: failed,
  })
  const isBusy = change.isPending || cancel.isPending
  const theirs = entry.sendAt ? personTime(new Date(entry.sendAt)) : ''
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-1.5">
      <span className="min-w-32 flex-1 truncate">{entry.text || t('File')}</span>
      <span className="tnum text-xs text-muted-foreground">
        {entry.sendAt && momentText(entry.sendAt)}
        {theirs && ` · ${theirs}`}
      </span>
      {mayWrite && (
        <span className="flex">
          <Button
            variant="ghost"
            size="sm"
            disabled={isBusy}
            onClick={() => change.mutate({ sendAt: null })}
          >
            {t('Send now')}
          </Button>
          <Button variant="ghost" size="sm" disabled={isBusy} onClick={() => setChanging(true)}>
            {t('Change')}
          </Button>
          <Button
            variant="ghost"
            size="sm"
            disabled={isBusy}
            onClick={() => cancel.mutate(undefined)}
          >
            {t('Cancel')}
          </Button>
        </span>
      )}
      <ScheduledDialog
        entry={isChanging ? entry : null}
        phoneNumber={phoneNumber}
        busy={change.isPending}
        onClose={() => setChanging(false)}
        onChange={change.mutate}
      />
    </li>
  )
}

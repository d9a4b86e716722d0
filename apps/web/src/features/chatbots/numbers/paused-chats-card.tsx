import { listPausedChats, type PausedChat, resumeChat } from '@kirim/contract/paused-chats'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { CirclePause } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { messageOf } from '#shared/api/api-error.ts'
import { callQuery } from '#shared/api/query.ts'
import { request } from '#shared/api/request.ts'
import { useFormat } from '#shared/i18n/format.ts'
import { toast } from '#shared/toast/toast.ts'
import { Alert } from '#shared/ui/alert.tsx'
import { Button } from '#shared/ui/button.tsx'
import { Card, CardHeader } from '#shared/ui/card.tsx'
import { PersonNumber, useNumberText } from '#shared/ui/person-number.tsx'
import { Allowed } from '#shared/workspace/allowed.tsx'
import { isNumberGone } from './number-gone.tsx'

/** Pauses begin and end by themselves while the page is open. */
const REFETCH_INTERVAL_MS = 15_000

/** The paused chats of a number, and how to resume them. */
function usePausedChats(deviceId: string) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const list = callQuery(listPausedChats, { params: { deviceId } })
  const paused = useQuery({ ...list, staleTime: 0, refetchInterval: REFETCH_INTERVAL_MS })
  const resume = useMutation({
    mutationFn: ({ id }: PausedChat) => request(resumeChat, { params: { deviceId, id } }),
    onSuccess: () =>
      toast({ title: t('The chatbot answers in this chat again.'), tone: 'success' }),
    onError: (error) =>
      toast({ title: messageOf(error, t('Failed to resume the chat.')), tone: 'error' }),
    onSettled: () => client.invalidateQueries({ queryKey: list.queryKey }),
  })
  return { paused, resume }
}

/**
 * The chats paused by the loop guard, until their owner resumes them or the time is over; empty
 * when there are none.
 */
export function PausedChats({ deviceId }: { deviceId: string }) {
  const { t } = useTranslation()
  const { paused, resume } = usePausedChats(deviceId)
  // The page shows this.
  if (isNumberGone(paused.error)) return null
  if (paused.isError && !paused.data) {
    return (
      <Alert tone="warning" className="mb-5" title={t('The paused chats could not be loaded')}>
        {messageOf(paused.error, t('The server did not respond. Please try again.'))}{' '}
        <Button size="sm" className="mt-2 flex" onClick={() => void paused.refetch()}>
          {t('Check again')}
        </Button>
      </Alert>
    )
  }
  if (!paused.data || paused.data.length === 0) return null
  return (
    <Card aria-labelledby="paused-chats" className="mb-5 min-w-0 overflow-clip">
      <CardHeader
        id="paused-chats"
        title={t('Paused chats')}
        description={t(
          'The chatbot answered here more often than a person would. It is paused so that two chatbots do not keep answering each other.',
        )}
      />
      <ul aria-labelledby="paused-chats" className="divide-y border-t">
        {paused.data.map((chat) => (
          <PausedRow
            key={chat.id}
            chat={chat}
            busy={resume.isPending && resume.variables.id === chat.id}
            onResume={() => resume.mutate(chat)}
          />
        ))}
      </ul>
    </Card>
  )
}

function PausedRow(props: { chat: PausedChat; busy: boolean; onResume: () => void }) {
  const { chat, busy, onResume } = props
  const { t } = useTranslation()
  const { time } = useFormat()
  const numberText = useNumberText()
  const person = chat.name || numberText(chat)
  const title = chat.chat === 'group' ? t('A group with {person}', { person }) : person
  const until = time(chat.until)
  return (
    <li className="flex items-center gap-3 px-5 py-3">
      <CirclePause className="size-[18px] shrink-0 text-warning-ink" aria-hidden="true" />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap gap-x-2 font-medium">
          <span className="wrap-anywhere">{title}</span>
          {chat.name && (
            <span className="tnum font-normal text-muted-foreground">
              <PersonNumber person={chat} />
            </span>
          )}
        </p>
        <p className="text-caption text-muted-foreground">
          {chat.reason === 'minute'
            ? t('More than 20 replies in a minute. Paused until {until}.', { until })
            : t('More than 60 replies in an hour. Paused until {until}.', { until })}
        </p>
      </div>
      <Allowed to="chatbots:write">
        <Button
          size="sm"
          onClick={onResume}
          busy={busy}
          aria-label={t('Resume the chat: {title}', { title })}
        >
          {t('Resume')}
        </Button>
      </Allowed>
    </li>
  )
}

import { messagesADay } from '@kirim/contract/analytics'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { messageOf } from '#shared/api/api-error.ts'
import { callQuery } from '#shared/api/query.ts'
import { useFormat } from '#shared/i18n/format.ts'
import { useRealtimeEvent } from '#shared/realtime/realtime-events.ts'
import { useMissedEvents } from '#shared/realtime/use-missed-events.ts'
import { useThrottled } from '#shared/realtime/use-throttled.ts'
import { browserTimeZone } from '#shared/time/browser-time-zone.ts'
import { Card, CardHeader } from '#shared/ui/card.tsx'
import { ErrorState } from '#shared/ui/error-state.tsx'
import { Skeleton } from '#shared/ui/loading.tsx'
import { MessageColumns, totalOf } from './message-columns.tsx'

const CHART_MS = 10_000

/** All messages of the last 30 days, by the day they were sent and by current status. */
export function MessagesADay() {
  const { t } = useTranslation()
  const { monthDay } = useFormat()
  const client = useQueryClient()
  const query = callQuery(messagesADay, { query: { days: '30', timeZone: browserTimeZone() } })
  const messages = useQuery(query)
  const reload = () => void client.invalidateQueries({ queryKey: query.queryKey })
  useRealtimeEvent('summary_changed', useThrottled(reload, CHART_MS))
  useMissedEvents(reload)
  const days = messages.data ?? []
  const [first, last] = [days.at(0), days.at(-1)]
  return (
    <Card
      aria-labelledby="messages-a-day"
      aria-busy={messages.isPending || undefined}
      className="mb-5 min-w-0"
    >
      <CardHeader
        className="max-sm:px-4"
        id="messages-a-day"
        title={t('Messages per day')}
        description={
          first &&
          last &&
          t(
            'Sent messages by current status, {from} to {to}. Counts each file and text separately; the totals count people.',
            { from: monthDay(first.start), to: monthDay(last.start) },
          )
        }
      />
      {messages.isError && (
        <ErrorState
          message={messageOf(messages.error, t('Could not load the chart.'))}
          query={messages}
        />
      )}
      <div className="px-5 pb-4 empty:hidden max-sm:px-4">
        {messages.isPending && <Skeleton className="h-49" />}
        {messages.data &&
          (days.every((day) => totalOf(day) === 0) ? (
            <p className="grid h-49 place-items-center text-muted-foreground">
              {t('No messages were sent in this period.')}
            </p>
          ) : (
            <MessageColumns label={t('Messages per day')} days={days} />
          ))}
      </div>
    </Card>
  )
}

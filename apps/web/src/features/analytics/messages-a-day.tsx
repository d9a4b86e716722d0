import { messagesADay } from '@kirim/contract/analytics'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { messageOf } from '#shared/api/api-error.ts'
import { callQuery } from '#shared/api/query.ts'
import { MessageChart } from '#shared/charts/message-chart.tsx'
import { useSpanText } from '#shared/charts/use-span-text.ts'
import { useRealtimeEvent } from '#shared/realtime/realtime-events.ts'
import { useMissedEvents } from '#shared/realtime/use-missed-events.ts'
import { useThrottled } from '#shared/realtime/use-throttled.ts'
import { browserTimeZone } from '#shared/time/browser-time-zone.ts'
import { Card } from '#shared/ui/card.tsx'
import { ErrorState } from '#shared/ui/error-state.tsx'
import { Skeleton } from '#shared/ui/loading.tsx'
import { Segmented } from '#shared/ui/segmented.tsx'

const CHART_MS = 10_000

type Days = '14' | '30'

/** All messages of the last days, by the day they left and by how they stand now. */
export function MessagesADay() {
  const { t } = useTranslation()
  const client = useQueryClient()
  const [days, setDays] = useState<Days>('30')
  const query = callQuery(messagesADay, { query: { days, timeZone: browserTimeZone() } })
  const messages = useQuery({ ...query, placeholderData: keepPreviousData })
  const reload = () => void client.invalidateQueries({ queryKey: query.queryKey })
  const reloadSoon = useThrottled(reload, CHART_MS)
  useRealtimeEvent('summary_changed', reloadSoon)
  useMissedEvents(reload)
  const { short } = useSpanText('day')
  const spans = messages.data ?? []
  const [first, last] = [spans.at(0), spans.at(-1)]
  return (
    <Card
      aria-labelledby="messages-a-day"
      aria-busy={messages.isPlaceholderData || messages.isPending || undefined}
      className="mb-5 min-w-0"
    >
      {first && last ? (
        <MessageChart
          id="messages-a-day"
          title={t('Messages a day')}
          description={t(
            'Sent messages by current status, {from} to {to}. Counts each file and text separately; the totals count people.',
            { from: short(first.start), to: short(last.start) },
          )}
          width="day"
          spans={spans}
          choices={
            <Segmented<Days>
              aria-label={t('Days')}
              value={days}
              onValueChange={setDays}
              options={[
                { value: '14', label: t('{n} days', { n: 14 }) },
                { value: '30', label: t('{n} days', { n: 30 }) },
              ]}
            />
          }
        />
      ) : (
        <>
          <h2 id="messages-a-day" className="px-5 pt-4 pb-3.5 text-title font-semibold">
            {t('Messages a day')}
          </h2>
          {messages.isError ? (
            <ErrorState
              message={messageOf(messages.error, t('Could not load the chart.'))}
              onRetry={() => void messages.refetch()}
              busy={messages.isFetching}
            />
          ) : (
            <Skeleton className="mx-5 mb-4 h-59" />
          )}
        </>
      )}
    </Card>
  )
}

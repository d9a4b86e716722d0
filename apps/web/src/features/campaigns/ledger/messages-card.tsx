import {
  type CampaignMessages,
  type CampaignReport,
  campaignMessages,
} from '@kirim/contract/campaign-ledger'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { messageOf } from '#shared/api/api-error.ts'
import { callQuery } from '#shared/api/query.ts'
import { MessageChart } from '#shared/charts/message-chart.tsx'
import { textKey } from '#shared/i18n/text-key.ts'
import { useRealtimeEvent } from '#shared/realtime/realtime-events.ts'
import { useMissedEvents } from '#shared/realtime/use-missed-events.ts'
import { useThrottled } from '#shared/realtime/use-throttled.ts'
import { browserTimeZone } from '#shared/time/browser-time-zone.ts'
import { Card } from '#shared/ui/card.tsx'
import { ErrorState } from '#shared/ui/error-state.tsx'
import { Loading, Skeleton } from '#shared/ui/loading.tsx'

const CHART_MS = 5000

const titles: Record<CampaignMessages['width'], string> = {
  quarter: textKey('By quarter of an hour'),
  hour: textKey('By hour'),
  day: textKey('By day'),
  week: textKey('By week'),
}

/** When a campaign's messages left, and how they stand now; nothing before the first. */
export function MessagesCard({ report }: { report: CampaignReport }) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const query = callQuery(campaignMessages, {
    params: { campaignId: report.id },
    query: { timeZone: browserTimeZone() },
  })
  const messages = useQuery({ ...query, placeholderData: keepPreviousData })
  const reload = () => void client.invalidateQueries({ queryKey: query.queryKey })
  const reloadSoon = useThrottled(reload, CHART_MS)
  useRealtimeEvent('campaign_changed', ({ id }) => id === report.id && reloadSoon())
  useMissedEvents(reload)
  if (messages.data?.spans.length === 0) return null
  return (
    <Card aria-labelledby="messages" className="min-w-0">
      {messages.data ? (
        <MessageChart
          id="messages"
          title={t(titles[messages.data.width])}
          description={t(
            'Sent messages by current status. A file and a text to one person count as two.',
          )}
          width={messages.data.width}
          spans={messages.data.spans}
        />
      ) : (
        <>
          <h2 id="messages" className="px-5 pt-4 pb-3.5 text-title font-semibold">
            {t('Messages')}
          </h2>
          {messages.isError ? (
            <ErrorState
              message={messageOf(messages.error, t('Could not load the chart.'))}
              onRetry={() => void messages.refetch()}
              busy={messages.isFetching}
            />
          ) : (
            <Loading text={t('Loading the chart...')}>
              <Skeleton className="mx-5 mb-4 h-49" />
            </Loading>
          )}
        </>
      )}
    </Card>
  )
}

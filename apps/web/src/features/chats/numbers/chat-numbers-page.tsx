import { exportChatStats, loadChatStats } from '@kirim/contract/chat-stats'
import { useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { messageOf } from '#shared/api/api-error.ts'
import { callQuery } from '#shared/api/query.ts'
import { fileCall, useDownload } from '#shared/api/use-download.ts'
import { browserTimeZone } from '#shared/time/browser-time-zone.ts'
import { Button } from '#shared/ui/button.tsx'
import { Card } from '#shared/ui/card.tsx'
import { ErrorState } from '#shared/ui/error-state.tsx'
import { Skeleton } from '#shared/ui/loading.tsx'
import { PageHeader } from '#shared/ui/page-header.tsx'
import { Segmented } from '#shared/ui/segmented.tsx'
import { DayChart } from './day-chart.tsx'
import { DayTable, NumberTable, PeopleTable } from './figure-tables.tsx'

type Days = '7' | '30' | '90'

/** How many wrote, how long they waited, and who answered. */
export function ChatNumbersPage() {
  const { t } = useTranslation()
  const [days, setDays] = useState<Days>('30')
  const query = { days, timeZone: browserTimeZone() }
  const stats = useQuery(callQuery(loadChatStats, { query }))
  const download = useDownload()
  const span = (n: Days) => ({ value: n, label: t('{n} days', { n: Number(n) }) })
  return (
    <>
      <PageHeader
        back={{ to: '/chats', label: t('Chats') }}
        title={t('Numbers of chats')}
        description={t(
          'Waiting counts from a question to the answer of a person; chatbots answer at once and are counted by themselves.',
        )}
        actions={
          <>
            <Segmented
              aria-label={t('Time')}
              className="whitespace-nowrap"
              value={days}
              onValueChange={setDays}
              options={[span('7'), span('30'), span('90')]}
            />
            <Button
              variant="outline"
              disabled={download.isPending}
              onClick={() =>
                download.mutate({
                  call: fileCall(exportChatStats, { query }),
                  name: 'chat-numbers.csv',
                })
              }
            >
              <Download aria-hidden="true" />
              {t('Export')}
            </Button>
          </>
        }
      />
      {stats.isError && (
        <Card>
          <ErrorState
            message={messageOf(stats.error, t('Could not load the numbers.'))}
            query={stats}
          />
        </Card>
      )}
      {stats.isPending && <Skeleton className="h-80" />}
      {stats.data && (
        <div className="grid min-w-0 gap-5">
          <div className="grid min-w-0 gap-5 lg:grid-cols-2">
            <DayChart title={t('Chats per day')} days={stats.data.days} shown="chats" />
            <DayChart title={t('Waiting per day')} days={stats.data.days} shown="waiting" />
          </div>
          <PeopleTable stats={stats.data} />
          <NumberTable stats={stats.data} />
          <DayTable stats={stats.data} />
        </div>
      )}
    </>
  )
}

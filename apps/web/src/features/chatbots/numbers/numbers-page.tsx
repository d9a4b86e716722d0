import type { AiDeviceSummary } from '@kirim/contract/chatbots'
import { QrCode, SlidersHorizontal } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import { ListSearch } from '#shared/list/list-search.tsx'
import type { ListShape } from '#shared/list/list-view.ts'
import { useAddressList } from '#shared/list/use-list.ts'
import { Button } from '#shared/ui/button.tsx'
import { Card } from '#shared/ui/card.tsx'
import { EmptyState } from '#shared/ui/empty-state.tsx'
import { ErrorState } from '#shared/ui/error-state.tsx'
import { Loading, Skeleton } from '#shared/ui/loading.tsx'
import { PageHeader } from '#shared/ui/page-header.tsx'
import { TablePager } from '#shared/ui/table.tsx'
import { Allowed } from '#shared/workspace/allowed.tsx'
import { useMay } from '#shared/workspace/workspace-context.ts'
import { NumberCard } from './number-card.tsx'
import { useNumbers } from './use-numbers.ts'

/** Searches names and numbers, with or without the plus sign. */
export const numberShape: ListShape<AiDeviceSummary, never> = {
  words: ({ name, number }) => [name, `+${number}`],
  columns: {},
}

const grid = 'grid grid-cols-1 gap-5 sm:grid-cols-2 lg:grid-cols-3'

/** The AI Chatbot number list [2.numbers]. */
export function ChatbotNumbersPage() {
  const { t } = useTranslation()
  const numbers = useNumbers()
  const mayWrite = useMay('chatbots:write')
  return (
    <>
      <PageHeader
        title={t('AI Chatbot')}
        description={
          mayWrite
            ? t('Manage campaigns and settings for your connected numbers.')
            : t('What the chatbot of each number answers.')
        }
        actions={
          <Allowed to="settings:read">
            <Button asChild>
              <Link to="/settings">
                <SlidersHorizontal aria-hidden="true" />
                {t('AI Settings')}
              </Link>
            </Button>
          </Allowed>
        }
      />
      {numbers.data ? (
        <Numbers numbers={numbers.data} />
      ) : (
        <Card aria-label={t('AI Chatbot')}>
          {numbers.isError ? (
            <ErrorState
              className="border-t-0"
              message={t('Failed to load AI device summary.')}
              query={numbers}
            />
          ) : (
            <NumbersLoading />
          )}
        </Card>
      )}
    </>
  )
}

function Numbers({ numbers }: { numbers: readonly AiDeviceSummary[] }) {
  const { t } = useTranslation()
  const { rows, search, pager } = useAddressList(numbers, numberShape)
  if (numbers.length === 0) return <NoNumbers />
  return (
    <>
      <ListSearch
        value={search.value}
        onChange={search.change}
        label={t('Search by name or number')}
        className="mb-5"
      />
      {rows.length === 0 && (
        <Card aria-label={t('AI Chatbot')}>
          <EmptyState className="border-t-0" title={t('No number matches this search.')} />
        </Card>
      )}
      <div className={grid}>
        {rows.map((summary) => (
          <NumberCard key={summary.id} summary={summary} />
        ))}
      </div>
      {pager && <TablePager {...pager} />}
    </>
  )
}

function NoNumbers() {
  const { t } = useTranslation()
  return (
    <Card aria-label={t('AI Chatbot')}>
      <EmptyState
        className="border-t-0"
        title={t('No connected numbers yet.')}
        description={t('A chatbot answers messages to a number that is linked here.')}
        action={
          <Allowed to="numbers:write">
            <Button asChild>
              <Link to="/scan-device">
                <QrCode aria-hidden="true" />
                {t('Connect a Number')}
              </Link>
            </Button>
          </Allowed>
        }
      />
    </Card>
  )
}

function NumbersLoading() {
  const { t } = useTranslation()
  return (
    <Loading text={t('Loading numbers...')}>
      <div className="grid grid-cols-1 gap-5 p-5 sm:grid-cols-2 lg:grid-cols-3">
        {['w-32', 'w-40', 'w-28'].map((width) => (
          <div key={width} className="flex items-center gap-3">
            <Skeleton className="size-10 rounded-full" />
            <div className="flex-1">
              <Skeleton className={`mb-2 h-3 ${width}`} />
              <Skeleton className="h-2.5 w-24" />
            </div>
          </div>
        ))}
      </div>
    </Loading>
  )
}

import type { CampaignReport } from '@kirim/contract/campaign-ledger'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { messageOf } from '#shared/api/api-error.ts'
import { PeopleSearch } from '#shared/list/people-search.tsx'
import { Button } from '#shared/ui/button.tsx'
import { Card } from '#shared/ui/card.tsx'
import { EmptyState } from '#shared/ui/empty-state.tsx'
import { ErrorState } from '#shared/ui/error-state.tsx'
import { Loading } from '#shared/ui/loading.tsx'
import { Allowed } from '#shared/workspace/allowed.tsx'
import { LedgerExport } from './ledger-export.tsx'
import { usePeople } from './ledger-queries.ts'
import { PeopleFilters } from './people-filters.tsx'
import { PeopleList } from './people-list.tsx'
import { PEOPLE_ID, type PeopleView, peopleIn } from './use-people-view.ts'

interface PeopleCardProps {
  report: CampaignReport
  view: PeopleView
}

/** The recipients of a campaign, each with state and reason. */
export function PeopleCard({ report, view }: PeopleCardProps) {
  const { t } = useTranslation()
  const people = usePeople(report.id, view.filter)
  const pages = people.data?.pages
  const loaded = useMemo(() => pages?.flatMap((page) => page.items), [pages])
  return (
    <Card
      id={PEOPLE_ID}
      aria-labelledby="recipients"
      aria-busy={people.isPlaceholderData || undefined}
      className="min-w-0 scroll-mt-18"
    >
      <header className="flex flex-wrap items-center justify-between gap-3 px-5 py-3.5 max-sm:px-4">
        <h2 id="recipients" className="text-title font-semibold max-sm:w-full">
          {t('Recipients')}
        </h2>
        {report.total > 0 && (
          <div className="flex min-w-0 gap-2 max-sm:w-full">
            <PeopleSearch value={view.typed} onChange={view.setTyped} className="sm:w-64" />
            <Allowed to="campaigns:export">
              <LedgerExport campaign={report} filter={view.filter} />
            </Allowed>
          </div>
        )}
        {report.total > 0 && <PeopleFilters report={report} view={view} />}
      </header>
      {!loaded && people.isPending && <Loading text={t('Loading recipients...')} />}
      {!loaded && people.isError && (
        <ErrorState
          message={messageOf(people.error, t('Could not load the recipients.'))}
          query={people}
        />
      )}
      {loaded?.length === 0 && <NoPeople view={view} />}
      {loaded && loaded.length > 0 && (
        <PeopleList
          key={JSON.stringify(view.filter)}
          campaignId={report.id}
          filter={view.filter}
          people={loaded}
          total={totalOf(report, view, people.hasNextPage ? null : loaded.length)}
          hasMore={people.hasNextPage && !people.isFetchNextPageError}
          isLoadingMore={people.isFetchingNextPage}
          onMore={() => void people.fetchNextPage()}
        />
      )}
      {loaded && people.isFetchNextPageError && (
        <ErrorState
          message={messageOf(people.error, t('Could not load the recipients.'))}
          onRetry={() => void people.fetchNextPage()}
          busy={people.isFetchingNextPage}
        />
      )}
    </Card>
  )
}

/** The length of the list; null for a search until its last page is loaded. */
function totalOf(report: CampaignReport, view: PeopleView, loaded: number | null): number | null {
  if (loaded !== null) return loaded
  if (view.q !== '') return null
  if (view.reason === '') return peopleIn(report, view.shown)
  const isShown = (one: CampaignReport['reasons'][number]) =>
    one.state === view.shown && one.reason === view.reason
  return report.reasons.find(isShown)?.people ?? null
}

function NoPeople({ view }: { view: PeopleView }) {
  const { t } = useTranslation()
  if (!view.isNarrowed) {
    return (
      <EmptyState
        title={t('This campaign has no recipients.')}
        description={t('The contact group was empty when the campaign was saved.')}
      />
    )
  }
  return (
    <EmptyState
      title={t('No one found')}
      description={t('No one in this list matches the filter and the search.')}
      action={<Button onClick={view.everybody}>{t('Show everyone')}</Button>}
    />
  )
}

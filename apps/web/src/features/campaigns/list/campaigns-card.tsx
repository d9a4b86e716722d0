import { Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import { useFormat } from '#shared/i18n/format.ts'
import { ListSearch } from '#shared/list/list-search.tsx'
import { OrderSelect } from '#shared/list/order-select.tsx'
import { Button } from '#shared/ui/button.tsx'
import { Card, CardHeader } from '#shared/ui/card.tsx'
import { EmptyState } from '#shared/ui/empty-state.tsx'
import { ErrorState } from '#shared/ui/error-state.tsx'
import { Loading, Skeleton } from '#shared/ui/loading.tsx'
import { TablePager } from '#shared/ui/table.tsx'
import { useIsWide } from '#shared/ui/use-is-wide.ts'
import { useMay } from '#shared/workspace/workspace-context.ts'
import { CampaignCards } from './campaign-cards.tsx'
import type { CampaignView } from './campaign-queries.ts'
import { CampaignTable } from './campaign-table.tsx'
import { GroupFilter } from './group-filter.tsx'
import { LazyCampaignQuestion } from './lazy-campaign-question.ts'
import { useCampaignActions } from './use-campaign-actions.ts'

/** The address of the form for a new campaign [2.dashboard.add]. */
export const NEW_CAMPAIGN = '/dashboard/add-campaign?type=bulk'

/** Lists shorter than this have no search field. */
const SEARCHED_FROM = 8

interface CampaignsCardProps {
  view: CampaignView
  /** Shown at the right of the card's header. */
  action?: ReactNode
}

/** 'Bulk Messaging Campaigns' [2.dashboard.table]. */
export function CampaignsCard({ view, action }: CampaignsCardProps) {
  const { t } = useTranslation()
  const { query } = view
  return (
    <Card
      aria-labelledby="campaigns"
      aria-busy={query.isPlaceholderData || undefined}
      className="min-w-0"
    >
      <CardHeader
        className="max-sm:px-4"
        id="campaigns"
        title={t('Bulk Messaging Campaigns')}
        action={action}
      />
      {query.isError ? (
        <ErrorState message={t('Could not load bulk campaign list.')} query={query} />
      ) : (
        <Campaigns view={view} />
      )}
    </Card>
  )
}

/** A placeholder without controls, shown until the card can be used. */
export function CampaignsCardLoading() {
  const { t } = useTranslation()
  return (
    <Card aria-labelledby="campaigns" aria-busy className="min-w-0">
      <CardHeader className="max-sm:px-4" id="campaigns" title={t('Bulk Messaging Campaigns')} />
      <CampaignsLoading />
    </Card>
  )
}

function CampaignsLoading() {
  const { t } = useTranslation()
  return (
    <Loading text={t('Loading campaigns...')}>
      <SkeletonTable />
    </Loading>
  )
}

function Campaigns({ view }: { view: CampaignView }): ReactNode {
  const { t } = useTranslation()
  const { data } = view.query
  if (!data) return <CampaignsLoading />
  if (data.items.length === 0 && !view.isNarrowed && view.search.typed === '')
    return <NoCampaigns />
  return (
    <>
      <ListTools view={view} />
      {data.items.length > 0 ? (
        <CampaignList view={view} />
      ) : (
        <EmptyState title={t('No campaign matches this search.')} />
      )}
    </>
  )
}

/** Search and filters, shown only when there is something to filter. */
function ListTools({ view }: { view: CampaignView }) {
  const { t } = useTranslation()
  const { query, search, sorting, group, setGroup, isNarrowed } = view
  const groups = query.data?.groups ?? {}
  const all = Object.values(groups).reduce((sum, count) => sum + count, 0)
  if (all <= SEARCHED_FROM && !isNarrowed && search.typed === '') return null
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 px-5 pb-4 max-sm:px-4">
      <GroupFilter counts={groups} value={group} onChange={setGroup} />
      <div className="flex w-full flex-wrap gap-3 md:w-64">
        <ListSearch value={search.typed} onChange={search.setTyped} label={t('Search campaigns')} />
        <OrderSelect
          className="md:hidden"
          sorting={sorting}
          columns={[
            { by: 'name', label: t('Campaign Name') },
            { by: 'sent', label: t('Sent') },
            { by: 'failed', label: t('Failed') },
          ]}
        />
      </div>
    </div>
  )
}

function CampaignList({ view }: { view: CampaignView }) {
  const { query, sorting, pager } = view
  const actions = useCampaignActions()
  const isWide = useIsWide()
  const campaigns = query.data?.items ?? []
  const isPaged = pager.onPrevious !== undefined || pager.onNext !== undefined
  return (
    <>
      {isWide ? (
        <CampaignTable campaigns={campaigns} sorting={sorting} actions={actions} />
      ) : (
        <CampaignCards campaigns={campaigns} actions={actions} />
      )}
      {isPaged && <TablePager {...pager} />}
      <LazyCampaignQuestion actions={actions} />
    </>
  )
}

/** Links to the campaigns page with the same search. */
export function AllCampaignsLink({ search, total }: { search: string; total: number }) {
  const { t } = useTranslation()
  const { number } = useFormat()
  if (total === 0) return null
  return (
    <Link
      to={`/campaigns${search}`}
      className="tnum pt-0.5 text-caption font-medium whitespace-nowrap text-primary underline-offset-4 hover:underline"
    >
      {t('All {n} campaigns', { count: total, n: number(total) })}
    </Link>
  )
}

function NoCampaigns() {
  const { t } = useTranslation()
  const mayWrite = useMay('campaigns:write')
  if (!mayWrite) return <EmptyState title={t('No bulk campaigns found.')} />
  return (
    <EmptyState
      title={t('No bulk campaigns found.')}
      description={t('Write one message and send it to a contact group.')}
      action={
        <Button asChild>
          <Link to={NEW_CAMPAIGN}>
            <Plus aria-hidden="true" />
            {t('Add New Bulk Campaign')}
          </Link>
        </Button>
      }
    />
  )
}

function SkeletonTable() {
  return (
    <>
      <div className="h-9 border-t bg-muted/60 max-md:hidden" />
      {['w-44', 'w-36', 'w-52'].map((width) => (
        <div key={width} className="flex h-[68px] items-center gap-6 border-t px-5">
          <div className="min-w-0 flex-1">
            <Skeleton className={`mb-2 h-3 ${width} max-w-full`} />
            <Skeleton className="h-2.5 w-28" />
          </div>
          <Skeleton className="h-2.5 w-64 shrink-0 max-md:hidden" />
          <Skeleton className="h-3 w-10 shrink-0" />
          <Skeleton className="h-3 w-8 shrink-0" />
          <Skeleton className="size-8 shrink-0 rounded-md" />
        </div>
      ))}
    </>
  )
}

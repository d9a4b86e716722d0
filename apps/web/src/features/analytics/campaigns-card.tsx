import type { BulkCampaignSummary } from '@kirim/contract/analytics'
import { Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useFormat } from '#shared/i18n/format.ts'
import { ListSearch } from '#shared/list/list-search.tsx'
import { useList } from '#shared/list/use-list.ts'
import { Button } from '#shared/ui/button.tsx'
import { Card, CardHeader } from '#shared/ui/card.tsx'
import { EmptyState } from '#shared/ui/empty-state.tsx'
import { ErrorState } from '#shared/ui/error-state.tsx'
import { Loading, Skeleton } from '#shared/ui/loading.tsx'
import { TablePager } from '#shared/ui/table.tsx'
import { campaignShape } from './campaign-list.ts'
import { CampaignTable } from './campaign-table.tsx'

/** Where a bulk campaign is made (SPEC §2 Dashboard). */
export const NEW_CAMPAIGN = '/dashboard/add-campaign?type=bulk'

/** A shorter list is read at a glance. */
const SEARCHED_FROM = 8

interface CampaignsCardProps {
  /** Undefined while they load. */
  campaigns: readonly BulkCampaignSummary[] | undefined
  failed: boolean
  busy: boolean
  onRetry: () => void
}

/** 'Bulk Messaging Campaigns' (SPEC §2). */
export function CampaignsCard({ campaigns, failed, busy, onRetry }: CampaignsCardProps) {
  const { t } = useTranslation()
  return (
    <Card aria-labelledby="campaigns" className="min-w-0">
      <CardHeader
        id="campaigns"
        title={t('Bulk Messaging Campaigns')}
        action={<HowMany count={campaigns?.length ?? 0} />}
      />
      {failed ? (
        <ErrorState
          message={t('Could not load bulk campaign list.')}
          onRetry={onRetry}
          busy={busy}
        />
      ) : (
        <Campaigns campaigns={campaigns} />
      )}
    </Card>
  )
}

function Campaigns({ campaigns }: Pick<CampaignsCardProps, 'campaigns'>): ReactNode {
  const { t } = useTranslation()
  if (!campaigns) {
    return (
      <Loading text={t('Loading campaigns...')}>
        <SkeletonTable />
      </Loading>
    )
  }
  return campaigns.length === 0 ? <NoCampaigns /> : <CampaignList campaigns={campaigns} />
}

/** A search box stands where there is something to search. */
function CampaignList({ campaigns }: { campaigns: readonly BulkCampaignSummary[] }) {
  const { t } = useTranslation()
  const { rows, search, sorting, pager } = useList(campaigns, campaignShape)
  return (
    <>
      {campaigns.length > SEARCHED_FROM && (
        <div className="px-5 pb-4">
          <ListSearch value={search.value} onChange={search.change} label={t('Search campaigns')} />
        </div>
      )}
      {rows.length > 0 ? (
        <CampaignTable campaigns={rows} sorting={sorting} />
      ) : (
        <EmptyState title={t('No campaign fits this search.')} />
      )}
      {pager && <TablePager {...pager} />}
    </>
  )
}

function HowMany({ count }: { count: number }) {
  const { t } = useTranslation()
  const { number } = useFormat()
  if (count === 0) return null
  return (
    <span className="tnum pt-0.5 text-caption whitespace-nowrap text-muted-foreground">
      {count === 1 ? t('1 campaign') : t('{n} campaigns', { n: number(count) })}
    </span>
  )
}

function NoCampaigns() {
  const { t } = useTranslation()
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
      <div className="h-9 border-t bg-muted/60" />
      {['w-44', 'w-36', 'w-52'].map((width) => (
        <div key={width} className="flex h-[62px] items-center gap-6 border-t px-5">
          <div className="min-w-0 flex-1">
            <Skeleton className={`mb-2 h-3 ${width} max-w-full`} />
            <Skeleton className="h-2.5 w-28 max-sm:hidden" />
          </div>
          <Skeleton className="h-3 w-10 shrink-0" />
          <Skeleton className="h-3 w-8 shrink-0" />
          <Skeleton className="size-8 shrink-0 rounded-md" />
        </div>
      ))}
    </>
  )
}

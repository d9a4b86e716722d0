import type { CampaignReport } from '@kirim/contract/campaign-ledger'
import { useTranslation } from 'react-i18next'
import { Link, useParams } from 'wouter'
import { isNotFound, messageOf } from '#shared/api/api-error.ts'
import { useAddressView } from '#shared/list/use-address-view.ts'
import { Button } from '#shared/ui/button.tsx'
import { Card } from '#shared/ui/card.tsx'
import { EmptyState } from '#shared/ui/empty-state.tsx'
import { ErrorState } from '#shared/ui/error-state.tsx'
import { lazyDialog } from '#shared/ui/lazy-dialog.tsx'
import { Loading, Skeleton } from '#shared/ui/loading.tsx'
import { PageHeader } from '#shared/ui/page-header.tsx'
import { HeldElsewhere } from '#shared/workspace/held-elsewhere.tsx'
import { useMay } from '#shared/workspace/workspace-context.ts'
import { LazyCampaignQuestion } from '../list/lazy-campaign-question.ts'
import { useCampaignActions } from '../list/use-campaign-actions.ts'
import { CampaignHeader } from './campaign-header.tsx'
import { CampaignNotice } from './campaign-notice.tsx'
import { FunnelCard } from './funnel-card.tsx'
import { useLiveReport, useReport } from './ledger-queries.ts'
import { MessageCard } from './message-card.tsx'
import { NotReached } from './not-reached.tsx'
import { PaceCard } from './pace-card.tsx'
import { PeopleCard } from './people-card.tsx'
import { usePeopleView } from './use-people-view.ts'
import { WordingsCard } from './wordings-card.tsx'

const LazyRestQuestion = lazyDialog(
  async () => (await import('./rest-question.tsx')).RestQuestion,
  ({ open }) => open,
)

/** The page of a campaign: its progress and each of its recipients. */
export function CampaignPage() {
  const { t } = useTranslation()
  const { campaignId = '' } = useParams()
  useLiveReport(campaignId)
  const report = useReport(campaignId)
  const gone = isNotFound(report.error)
  if (report.data && !gone) return <Campaign key={campaignId} report={report.data} />
  return (
    <>
      <PageHeader back={{ to: '/', label: t('Dashboard') }} title={t('Campaign')} />
      <Card>
        {gone ? (
          <HeldElsewhere id={campaignId}>
            <NoCampaign />
          </HeldElsewhere>
        ) : report.isError ? (
          <ErrorState
            className="border-t-0"
            message={messageOf(report.error, t('Could not load the campaign.'))}
            query={report}
          />
        ) : (
          <Loading text={t('Loading the campaign...')}>
            <FunnelSkeleton />
          </Loading>
        )}
      </Card>
    </>
  )
}

function Campaign({ report }: { report: CampaignReport }) {
  const actions = useCampaignActions({ isOwnPage: true })
  const address = useAddressView()
  const mayWrite = useMay('campaigns:write')
  const view = usePeopleView()
  const isOver = report.status === 'completed' || report.status === 'cancelled'
  return (
    <>
      <CampaignHeader report={report} actions={actions} />
      <div className="grid grid-cols-1 gap-5">
        <CampaignNotice report={report} view={view} />
        {isOver && <NotReached report={report} view={view} />}
        <div className="grid grid-cols-1 items-start gap-5 lg:grid-cols-[minmax(0,1fr)_340px]">
          <FunnelCard report={report} view={view} />
          <PaceCard report={report} />
        </div>
        <WordingsCard report={report} />
        {!mayWrite && <MessageCard report={report} />}
        <PeopleCard report={report} view={view} />
      </div>
      <LazyCampaignQuestion actions={actions} />
      <LazyRestQuestion
        campaign={report}
        open={mayWrite && report.status === 'completed' && address.get('ask') === 'rest'}
        onOpenChange={(open) => !open && address.set({ ask: '' })}
      />
    </>
  )
}

function NoCampaign() {
  const { t } = useTranslation()
  return (
    <EmptyState
      className="border-t-0"
      title={t('Campaign not found.')}
      description={t('It may have been deleted, or the link may have a typo.')}
      action={
        <Button asChild>
          <Link to="/campaigns">{t('All campaigns')}</Link>
        </Button>
      }
    />
  )
}

function FunnelSkeleton() {
  return (
    <>
      <Skeleton className="m-5 h-2" />
      {['a', 'b', 'c', 'd'].map((key) => (
        <div key={key} className="flex h-12 items-center gap-6 border-t px-5">
          <Skeleton className="h-3 w-20" />
          <Skeleton className="h-5 flex-1" />
          <Skeleton className="h-3 w-12" />
        </div>
      ))}
    </>
  )
}

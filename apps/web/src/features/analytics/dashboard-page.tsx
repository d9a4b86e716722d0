import type { BulkCampaignSummary } from '@kirim/contract/analytics'
import { Plus } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useUser } from '#shared/auth/auth-context.ts'
import { useFormat } from '#shared/i18n/format.ts'
import { Button } from '#shared/ui/button.tsx'
import { cn } from '#shared/ui/cn.ts'
import { PageHeader } from '#shared/ui/page-header.tsx'
import { runningCampaigns } from './campaign-list.ts'
import { CampaignsCard, NEW_CAMPAIGN } from './campaigns-card.tsx'
import { FirstSteps } from './first-steps.tsx'
import { RunningCampaignCard } from './running-campaign-card.tsx'
import { SummaryStrip } from './summary-strip.tsx'
import { useDashboard } from './use-dashboard.ts'

const CARDS_SHOWN = 3

/** SPEC §2 Dashboard. */
export function DashboardPage() {
  const { t } = useTranslation()
  const { name } = useUser()
  const { day } = useFormat()
  const { campaigns, campaignsFailed, campaignsBusy, retryCampaigns, ...overall } = useDashboard()
  const running = runningCampaigns(campaigns ?? []).slice(0, CARDS_SHOWN)
  const isNew = campaigns?.length === 0 && !campaignsFailed
  return (
    <>
      <PageHeader
        title={
          <span className="wrap-anywhere">{t('Welcome, {name}', { name: name || t('User') })}</span>
        }
        description={day(new Date())}
        actions={
          <Button variant="primary" asChild>
            <Link to={NEW_CAMPAIGN}>
              <Plus aria-hidden="true" />
              {t('Add New Bulk Campaign')}
            </Link>
          </Button>
        }
      />
      <SummaryStrip
        summary={overall.summary}
        failed={overall.summaryFailed}
        busy={overall.summaryBusy}
        onRetry={overall.retrySummary}
      />
      {isNew && <FirstSteps />}
      <div
        className={cn(
          'grid grid-cols-1 items-start gap-5',
          running.length > 0 && 'lg:grid-cols-[minmax(0,1fr)_376px]',
        )}
      >
        <RunningCampaigns campaigns={running} />
        <CampaignsCard
          campaigns={campaigns}
          failed={campaignsFailed}
          busy={campaignsBusy}
          onRetry={retryCampaigns}
        />
      </div>
    </>
  )
}

function RunningCampaigns({ campaigns }: { campaigns: readonly BulkCampaignSummary[] }) {
  if (campaigns.length === 0) return null
  return (
    <div className="grid min-w-0 gap-5 lg:order-last">
      {campaigns.map((campaign) => (
        <RunningCampaignCard key={campaign.id} campaign={campaign} />
      ))}
    </div>
  )
}

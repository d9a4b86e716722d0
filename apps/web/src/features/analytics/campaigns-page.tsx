import { Plus } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { Button } from '#shared/ui/button.tsx'
import { PageHeader } from '#shared/ui/page-header.tsx'
import { CampaignsCard, NEW_CAMPAIGN } from './campaigns-card.tsx'
import { useDashboard } from './use-dashboard.ts'

/** Every bulk campaign, without the dashboard around it (SPEC §2 Route map, /campaigns). */
export function CampaignsPage() {
  const { t } = useTranslation()
  const { campaigns, campaignsFailed, campaignsBusy, retryCampaigns } = useDashboard()
  return (
    <>
      <PageHeader
        title={t('Campaigns')}
        description={t('Each with how many people it has reached.')}
        actions={
          <Button variant="primary" asChild>
            <Link to={NEW_CAMPAIGN}>
              <Plus aria-hidden="true" />
              {t('Add New Bulk Campaign')}
            </Link>
          </Button>
        }
      />
      <CampaignsCard
        campaigns={campaigns}
        failed={campaignsFailed}
        busy={campaignsBusy}
        onRetry={retryCampaigns}
      />
    </>
  )
}

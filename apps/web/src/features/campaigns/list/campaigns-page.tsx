import { Plus } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import { Button } from '#shared/ui/button.tsx'
import { PageHeader } from '#shared/ui/page-header.tsx'
import { Allowed } from '#shared/workspace/allowed.tsx'
import { useCampaignView, useLiveCampaigns } from './campaign-queries.ts'
import { CampaignsCard, NEW_CAMPAIGN } from './campaigns-card.tsx'

const PER_PAGE = 50

/** All bulk campaigns, with longer pages than on the dashboard [2.route.campaigns]. */
export function CampaignsPage() {
  const { t } = useTranslation()
  useLiveCampaigns()
  const view = useCampaignView(PER_PAGE)
  return (
    <>
      <PageHeader
        back={{ to: '/', label: t('Dashboard') }}
        title={t('Campaigns')}
        description={t('All your bulk campaigns, with the people they reached.')}
        actions={
          <Allowed to="campaigns:write">
            <Button variant="primary" asChild>
              <Link to={NEW_CAMPAIGN}>
                <Plus aria-hidden="true" />
                {t('Add New Bulk Campaign')}
              </Link>
            </Button>
          </Allowed>
        }
      />
      <CampaignsCard view={view} />
    </>
  )
}

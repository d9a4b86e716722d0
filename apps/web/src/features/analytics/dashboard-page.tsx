import { Plus } from 'lucide-react'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import { useUser } from '#shared/auth/auth-context.ts'
import { useFormat } from '#shared/i18n/format.ts'
import { useAddress } from '#shared/routing/address.ts'
import { Button } from '#shared/ui/button.tsx'
import { PageHeader } from '#shared/ui/page-header.tsx'
import { useCurrentCampaigns } from './campaign-queries.ts'
import {
  AllCampaignsLink,
  CampaignsCard,
  CampaignsCardLoading,
  NEW_CAMPAIGN,
} from './campaigns-card.tsx'
import { FirstSteps } from './first-steps.tsx'
import { SummaryStrip } from './summary-strip.tsx'
import { UnderWay } from './under-way.tsx'
import { useCampaignView } from './use-campaign-view.ts'
import { useLiveDashboard, useOverall } from './use-dashboard.ts'

const PER_PAGE = 10
const UNDER_WAY = 5

/** SPEC §2 Dashboard. */
export function DashboardPage() {
  const { t } = useTranslation()
  const { name } = useUser()
  const { day } = useFormat()
  const { search } = useAddress()
  useLiveDashboard()
  const overall = useOverall()
  const view = useCampaignView(PER_PAGE)
  const underWay = useCurrentCampaigns(UNDER_WAY)
  const { data, isError } = view.query
  const isNew = data?.items.length === 0 && !view.isNarrowed && !isError
  // Shown once it is known what stands above what: nothing moves away from under a finger.
  const loading = (
    <div key="loading">
      <SummaryStrip {...overall} />
      <CampaignsCardLoading />
    </div>
  )
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
      {underWay.isPending || view.query.isPending ? (
        loading
      ) : (
        <Suspense fallback={loading}>
          <UnderWay page={underWay.data} />
          <SummaryStrip {...overall} />
          {isNew && <FirstSteps />}
          <CampaignsCard
            view={view}
            action={<AllCampaignsLink search={search} total={(!isError && data?.total) || 0} />}
          />
        </Suspense>
      )}
    </>
  )
}

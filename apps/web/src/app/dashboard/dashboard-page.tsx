import { Plus } from 'lucide-react'
import { memo, Suspense, useDeferredValue } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import { SummaryStrip } from '#features/analytics/summary-strip.tsx'
import { useOverall } from '#features/analytics/use-overall.ts'
import {
  type CampaignView,
  useCampaignView,
  useCurrentCampaigns,
  useLiveCampaigns,
} from '#features/campaigns/list/campaign-queries.ts'
import {
  AllCampaignsLink,
  CampaignsCard,
  CampaignsCardLoading,
  NEW_CAMPAIGN,
} from '#features/campaigns/list/campaigns-card.tsx'
import { UnderWay } from '#features/campaigns/list/under-way.tsx'
import { NumbersStrip, useNumbers } from '#features/devices/strip/numbers-strip.tsx'
import { needsOwner } from '#features/devices/use-devices.ts'
import { useUser } from '#shared/auth/auth-context.ts'
import { useFormat } from '#shared/i18n/format.ts'
import { useAddress } from '#shared/routing/address.ts'
import { Button } from '#shared/ui/button.tsx'
import { PageHeader } from '#shared/ui/page-header.tsx'
import { Allowed } from '#shared/workspace/allowed.tsx'
import { FirstSteps } from './first-steps.tsx'
import { LazyMessagesADay, LazyRates } from './lazy-charts.tsx'

const PER_PAGE = 10
const UNDER_WAY = 5

/** The dashboard [2.dashboard]. */
export function DashboardPage() {
  const { t } = useTranslation()
  const { name } = useUser()
  const { search } = useAddress()
  useLiveCampaigns()
  const overall = useOverall()
  const view = useCampaignView(PER_PAGE)
  const underWay = useCurrentCampaigns(UNDER_WAY)
  const numbers = useNumbers()
  const content = useDeferredFirst({ overall, view, underWay, numbers, search })
  return (
    <>
      <PageHeader
        title={
          <span className="wrap-anywhere">{t('Welcome, {name}', { name: name || t('User') })}</span>
        }
        description={<DayAndNeeds needy={numbers.numbers?.filter(needsOwner).length ?? 0} />}
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
      <Content {...content} />
    </>
  )
}

/** The date, and how many numbers need attention. */
function DayAndNeeds({ needy }: { needy: number }) {
  const { t } = useTranslation()
  const { day, number } = useFormat()
  const today = day(new Date())
  if (needy === 0) return <>{today}</>
  return (
    <>
      {today}. {t('{n} numbers need attention.', { count: needy, n: number(needy) })}
    </>
  )
}

interface ContentProps {
  overall: ReturnType<typeof useOverall>
  view: CampaignView
  underWay: ReturnType<typeof useCurrentCampaigns>
  numbers: ReturnType<typeof useNumbers>
  /** The query string of the URL. */
  search: string
}

/**
 * The first complete content is rendered as a deferred value: rendered with its response, it would
 * block a slow phone. Later changes are not deferred, or typing would lag.
 */
function useDeferredFirst(now: ContentProps): ContentProps {
  const later = useDeferredValue(now)
  return isLoading(later) ? later : now
}

/**
 * The order of the parts depends on all of this data, and rendered parts would move. Numbers are
 * awaited only briefly, because the page is useful without them.
 */
function isLoading({ underWay, view, numbers }: ContentProps): boolean {
  return underWay.isPending || view.query.isPending || numbers.isAwaited
}

const Content = memo(function Content(content: ContentProps) {
  const { overall, view, underWay, numbers, search } = content
  const { data, isError } = view.query
  const isNew = data?.items.length === 0 && !view.isNarrowed && !isError
  // A user with campaigns has most likely sent messages; a later change would move the list.
  const hasSent = overall.summary ? overall.summary.totalMessages > 0 : !isNew
  const loading = (
    <div key="loading">
      <SummaryStrip {...overall} />
      <CampaignsCardLoading />
    </div>
  )
  if (isLoading(content)) return loading
  // Numbers that need attention come before the campaigns.
  const needy = numbers.numbers?.some(needsOwner) ?? false
  const strip = !isNew && (
    <Allowed to="numbers:read">
      <NumbersStrip all={numbers} />
    </Allowed>
  )
  return (
    <Suspense fallback={loading}>
      {needy && strip}
      <SummaryStrip {...overall} />
      {isNew && (
        <Allowed to="campaigns:write">
          <FirstSteps />
        </Allowed>
      )}
      <UnderWay page={underWay.data} />
      <CampaignsCard
        view={view}
        action={<AllCampaignsLink search={search} total={(!isError && data?.total) || 0} />}
      />
      <div className="mt-5">
        {!needy && strip}
        {hasSent && <LazyMessagesADay />}
        {hasSent && <LazyRates />}
      </div>
    </Suspense>
  )
})

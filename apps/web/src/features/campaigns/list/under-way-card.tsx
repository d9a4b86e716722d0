import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import { useFormat } from '#shared/i18n/format.ts'
import { Card, CardHeader } from '#shared/ui/card.tsx'
import { byUrgency, type CampaignPage, isLive } from './campaign-list.ts'
import { CurrentCampaign } from './current-campaign.tsx'
import { LedgerKey } from './ledger.tsx'
import { useCampaignActions } from './use-campaign-actions.ts'

/** Campaigns that are under way, were paused by the server, or ended within the last hour. */
export function UnderWayCard({ page }: { page: CampaignPage }) {
  const { t } = useTranslation()
  const { number } = useFormat()
  const actions = useCampaignActions()
  const running = page.groups.under_way ?? 0
  const isPaused = page.items.some(({ status }) => status === 'paused')
  const hasEnded = page.items.some((campaign) => !isLive(campaign) && campaign.status !== 'paused')
  const title =
    running === 0 && !isPaused
      ? t('Just ended')
      : hasEnded
        ? t('Under way and just ended')
        : t('Under way')
  return (
    <Card aria-labelledby="under-way" className="mb-5">
      <CardHeader
        className="max-sm:px-4"
        id="under-way"
        title={title}
        action={<LedgerKey className="max-md:hidden" />}
      />
      <ul>
        {byUrgency(page.items).map((campaign) => (
          <CurrentCampaign key={campaign.id} campaign={campaign} actions={actions} />
        ))}
      </ul>
      {page.next && running > 0 && (
        <p className="border-t px-5 py-3 text-caption max-sm:px-4">
          <Link
            to="/campaigns?status=under_way"
            className="tnum font-medium text-primary underline-offset-4 hover:underline"
          >
            {t('All {n} under way', { n: number(running) })}
          </Link>
        </p>
      )}
    </Card>
  )
}

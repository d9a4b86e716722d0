import type { BulkCampaignSummary } from '@kirim/contract/campaign-list'
import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import { durationText } from '#shared/i18n/duration.ts'
import { useFormat } from '#shared/i18n/format.ts'
import { useOfflineSince } from '#shared/realtime/realtime-context.ts'
import { useSecondsUntil } from '#shared/time/countdown.ts'
import { Card, CardHeader } from '#shared/ui/card.tsx'
import { LiveNumber } from '#shared/ui/live-number.tsx'
import { type CampaignPage, openRecipients } from './campaign-list.ts'
import { CampaignName } from './campaign-name.tsx'
import { StandingBadge, StandingBar, StandingSentence } from './campaign-standing.tsx'
import { LedgerKey } from './ledger.tsx'
import { type CampaignActions, useCampaignActions } from './use-campaign-actions.ts'

/** Campaigns that are under way or were paused by the server. */
export function UnderWayCard({ page }: { page: CampaignPage }) {
  const { t } = useTranslation()
  const { number } = useFormat()
  const actions = useCampaignActions()
  const running = page.groups.under_way ?? 0
  return (
    <Card aria-labelledby="under-way" className="mb-5">
      <CardHeader
        className="max-sm:px-4"
        id="under-way"
        title={t('Under way')}
        action={<LedgerKey className="max-md:hidden" />}
      />
      <ul>
        {page.items.map((campaign) => (
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

function CurrentCampaign({
  campaign,
  actions,
}: {
  campaign: BulkCampaignSummary
  actions: CampaignActions
}) {
  const { t } = useTranslation()
  const { number } = useFormat()
  return (
    <li
      aria-label={campaign.name}
      className="grid gap-x-8 gap-y-3 border-t px-5 py-3.5 max-sm:px-4 md:grid-cols-[minmax(0,1fr)_minmax(0,1.2fr)]"
    >
      <div className="min-w-0">
        <CampaignName campaign={campaign}>
          <StandingBadge campaign={campaign} />
        </CampaignName>
      </div>
      <div className="min-w-0">
        <div className="mb-1.5 flex flex-wrap items-baseline justify-between gap-x-3">
          <p className="text-caption">
            <LiveNumber value={countProcessed(campaign)} className="font-semibold" />{' '}
            <span className="tnum text-muted-foreground">
              {t('of {total}', { total: number(campaign.total) })}
            </span>
          </p>
          {campaign.status === 'sending' && <NextMessage campaign={campaign} />}
        </div>
        <StandingBar campaign={campaign} />
        <StandingSentence campaign={campaign} actions={actions} className="mt-1.5" />
      </div>
    </li>
  )
}

/** The number of people processed; for a cancelled campaign, of people messaged. */
function countProcessed(campaign: BulkCampaignSummary): number {
  const { cancelledAt, counts, total } = campaign
  if (cancelledAt !== null) return counts.sent + counts.delivered + counts.read
  return total - openRecipients(campaign)
}

/** The time of the next message and the remaining time; hidden while offline. */
function NextMessage({ campaign }: { campaign: BulkCampaignSummary }) {
  const { t } = useTranslation()
  const offlineSince = useOfflineSince()
  const at = campaign.nextMessageAt
  const seconds = useSecondsUntil(at === null ? null : Date.parse(at))
  const { endsAt } = campaign
  const secondsLeft = useSecondsUntil(endsAt === null ? null : Date.parse(endsAt))
  if (offlineSince !== null) return null
  return (
    <p className="tnum text-caption text-muted-foreground">
      {seconds
        ? t('Next message in {time}', { time: durationText(seconds, t) })
        : t('The next message is on its way.')}
      {secondsLeft && ` · ${t('About {time} left', { time: durationText(secondsLeft, t) })}`}
    </p>
  )
}

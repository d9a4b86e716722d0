import type { BulkCampaignSummary } from '@kirim/contract/campaign-list'
import { useTranslation } from 'react-i18next'
import { cn } from '#shared/ui/cn.ts'
import { LiveNumber } from '#shared/ui/live-number.tsx'
import { failsOften } from './campaign-list.ts'
import { CampaignMenu } from './campaign-menu.tsx'
import { CampaignName } from './campaign-name.tsx'
import {
  StandingBadge,
  StandingBar,
  StandingSentence,
  useCampaignWhen,
} from './campaign-standing.tsx'
import type { CampaignActions } from './use-campaign-actions.ts'

interface CampaignCardsProps {
  campaigns: readonly BulkCampaignSummary[]
  actions: CampaignActions
}

/** The list on phones, with the columns stacked. */
export function CampaignCards({ campaigns, actions }: CampaignCardsProps) {
  const { t } = useTranslation()
  const when = useCampaignWhen()
  return (
    <ul aria-labelledby="campaigns" className="border-t">
      {campaigns.map((campaign) => {
        const busy = actions.isBusy(campaign)
        return (
          <li
            key={campaign.id}
            aria-busy={busy || undefined}
            className={cn('border-t px-4 py-3.5 first:border-t-0', busy && 'opacity-50')}
          >
            <div className="flex items-start gap-2">
              <div className="min-w-0 flex-1">
                <CampaignName campaign={campaign} />
              </div>
              <div className="-mt-1 -mr-1.5 empty:hidden">
                <CampaignMenu campaign={campaign} actions={actions} />
              </div>
            </div>
            <div className="mt-2 mb-2.5 flex flex-wrap items-center justify-between gap-2">
              <StandingBadge campaign={campaign} />
              <span className="tnum text-caption text-muted-foreground">
                {when(campaign).what} {when(campaign).at}
              </span>
            </div>
            <StandingBar campaign={campaign} />
            <StandingSentence campaign={campaign} actions={actions} className="mt-2" />
            <div className="mt-2 flex items-center justify-between gap-3 text-caption text-muted-foreground">
              <p>
                {t('Sent')}{' '}
                <LiveNumber value={campaign.sent} className="font-medium text-foreground" />
              </p>
              <p className={cn(failsOften(campaign) && 'text-destructive')}>
                {t('Failed')} <LiveNumber value={campaign.failed} className="font-medium" />
              </p>
            </div>
          </li>
        )
      })}
    </ul>
  )
}

import type { BulkCampaignSummary } from '@kirim/contract/campaign-list'
import { ChevronRight } from 'lucide-react'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import { cn } from '#shared/ui/cn.ts'
import { LiveNumber } from '#shared/ui/live-number.tsx'
import { CampaignDetails, useCampaignWhen } from './campaign-details.tsx'
import { failsOften } from './campaign-list.ts'
import { CampaignMenu } from './campaign-menu.tsx'
import { StandingBadge, StandingBar, StandingSentence } from './campaign-standing.tsx'
import { type CampaignActions, campaignPageAddress } from './use-campaign-actions.ts'

interface CampaignCardsProps {
  campaigns: readonly BulkCampaignSummary[]
  actions: CampaignActions
}

/** The list on phones, with the columns stacked. */
export function CampaignCards({ campaigns, actions }: CampaignCardsProps) {
  return (
    <ul aria-labelledby="campaigns" className="border-t">
      {campaigns.map((campaign) => (
        <CampaignCard key={campaign.id} campaign={campaign} actions={actions} />
      ))}
    </ul>
  )
}

interface CardProps {
  campaign: BulkCampaignSummary
  actions: CampaignActions
}

function CampaignCard({ campaign, actions }: CardProps) {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  const details = useId()
  const when = useCampaignWhen()(campaign)
  const { name, deviceName, groupName, sent, failed } = campaign
  const busy = actions.isBusy(campaign)
  return (
    <li
      aria-busy={busy || undefined}
      className={cn('border-t px-4 py-3.5 first:border-t-0', busy && 'opacity-50')}
    >
      <div className="flex items-start gap-2">
        <div className="min-w-0 flex-1">
          <p className="line-clamp-2 font-medium wrap-anywhere">
            <Link to={campaignPageAddress(campaign)} className="underline-offset-4 hover:underline">
              {name}
            </Link>
          </p>
          <p className="truncate text-caption text-muted-foreground">
            {t('{device} to {group}', { device: deviceName, group: groupName })}
          </p>
        </div>
        <div className="-mt-1 -mr-1.5">
          <CampaignMenu campaign={campaign} actions={actions} />
        </div>
      </div>
      <div className="mt-2 mb-2.5 flex flex-wrap items-center justify-between gap-2">
        <StandingBadge campaign={campaign} />
        <span className="tnum text-caption text-muted-foreground">
          {when.what} {when.at}
        </span>
      </div>
      <StandingBar campaign={campaign} />
      <StandingSentence campaign={campaign} actions={actions} className="mt-2" />
      <div className="mt-2 flex items-center justify-between gap-3 text-caption">
        <p>
          <span className="text-muted-foreground">{t('Sent')} </span>
          <LiveNumber value={sent} className="font-medium" />
        </p>
        <button
          type="button"
          aria-label={t('Details of {name}', { name })}
          aria-expanded={open}
          aria-controls={open ? details : undefined}
          onClick={() => setOpen(!open)}
          className="inline-flex min-h-8 items-center gap-1 rounded-md px-2 text-muted-foreground hover:text-foreground pointer-coarse:min-h-10"
        >
          {t('Details')}
          <ChevronRight
            aria-hidden="true"
            className={cn('size-4 transition-transform duration-100', open && 'rotate-90')}
          />
        </button>
        <p className={cn(failsOften(campaign) && 'text-destructive')}>
          <span className={cn(!failsOften(campaign) && 'text-muted-foreground')}>
            {t('Failed')}{' '}
          </span>
          <LiveNumber value={failed} className="font-medium" />
        </p>
      </div>
      {open && (
        <div id={details} className="mt-2 border-t pt-2">
          <CampaignDetails campaign={campaign} />
        </div>
      )}
    </li>
  )
}

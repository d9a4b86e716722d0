import type { BulkCampaignSummary } from '@kirim/contract/campaign-list'
import { campaignTexts } from '@kirim/contract/campaign-texts'
import type { CampaignProgress } from '@kirim/contract/campaigns'
import { Clock } from 'lucide-react'
import type { ComponentProps } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import { useFormat } from '#shared/i18n/format.ts'
import { useMomentText } from '#shared/i18n/use-moment-text.ts'
import { useOfflineSince } from '#shared/realtime/realtime-context.ts'
import { Badge } from '#shared/ui/badge.tsx'
import { cn } from '#shared/ui/cn.ts'
import { CampaignStatusBadge } from '#shared/ui/status-badge.tsx'
import { editAddress } from '../values/campaign-address.ts'
import { useCodedText } from '../values/use-coded-text.ts'
import { isLive, nextStep } from './campaign-list.ts'
import { LedgerBar } from './ledger.tsx'
import type { CampaignActions } from './use-campaign-actions.ts'

interface CampaignProps {
  campaign: BulkCampaignSummary
}

/** The status of a campaign; while offline, the time of the last known status. */
export function StandingBadge({ campaign }: CampaignProps) {
  const { t } = useTranslation()
  const { time } = useFormat()
  const offlineSince = useOfflineSince()
  if (offlineSince !== null && isLive(campaign)) {
    return (
      <Badge tone="neutral" icon={Clock}>
        {t('as of {time}', { time: time(new Date(offlineSince).toISOString()) })}
      </Badge>
    )
  }
  return <CampaignStatusBadge status={campaign.status} />
}

/**
 * Greyed out while offline, because it may be out of date. People skipped by a cancellation are
 * shown as queued, because they need no attention.
 */
export function StandingBar({ campaign }: CampaignProps) {
  const { t } = useTranslation()
  const offlineSince = useOfflineSince()
  const { total, name, cancelledAt } = campaign
  const { queued, skipped, ...others } = campaign.counts
  const counts =
    cancelledAt === null ? campaign.counts : { ...others, queued: queued + skipped, skipped: 0 }
  return (
    <div className={cn(offlineSince !== null && isLive(campaign) && 'opacity-50 grayscale')}>
      <LedgerBar counts={counts} total={total} label={t('Progress of {name}', { name })} />
    </div>
  )
}

interface SentenceProps extends CampaignProps {
  actions: CampaignActions
  className?: string
}

/** Explains the status and offers the action that lets the campaign continue. */
export function StandingSentence({ campaign, actions, className }: SentenceProps) {
  const sentence = useCampaignSentence()
  const offlineSince = useOfflineSince()
  if (offlineSince !== null && isLive(campaign)) return null
  return (
    <p className={cn('tnum text-caption text-muted-foreground wrap-anywhere', className)}>
      {sentence(campaign.sentence)} <Step campaign={campaign} actions={actions} />
    </p>
  )
}

const stepClasses =
  'font-medium whitespace-nowrap text-primary underline-offset-4 hover:underline disabled:opacity-50 pointer-coarse:py-2'

function Step({ campaign, actions }: Omit<SentenceProps, 'className'>) {
  const { t } = useTranslation()
  const edit = editAddress(campaign)
  const about = { 'aria-description': campaign.name } satisfies ComponentProps<'a'>
  const button = (label: string, act: () => Promise<void>) => (
    <button
      type="button"
      {...about}
      disabled={actions.isBusy(campaign)}
      onClick={() => void act()}
      className={stepClasses}
    >
      {label}
    </button>
  )
  const link = (label: string, to: string) => (
    <Link to={to} {...about} className={stepClasses}>
      {label}
    </Link>
  )
  switch (nextStep(campaign)) {
    case 'pause':
      return button(t('Pause'), () => actions.pause(campaign))
    case 'resume':
      return button(t('Resume'), () => actions.resume(campaign))
    case 'edit':
      return edit && link(t('Edit'), edit)
    case 'reconnect':
      return link(t('Reconnect'), '/scan-device')
    case 'link_again':
      return link(t('Link again'), '/scan-device')
    case 'see_number':
      return link(t('Show the number'), '/scan-device')
    default:
      return null
  }
}

export function useCampaignSentence() {
  return useCodedText(campaignTexts, { nouns: true })
}

/** The most relevant time of a campaign, with its label. */
export function useCampaignWhen() {
  const { t } = useTranslation()
  const moment = useMomentText()
  return (campaign: CampaignProgress): { at: string; what: string } => {
    const { status, scheduledAt, endedAt, pausedAt, cancelledAt, createdAt } = campaign
    if (status === 'scheduled' && scheduledAt) return { at: moment(scheduledAt), what: t('Starts') }
    if (status === 'completed' && endedAt) return { at: moment(endedAt), what: t('Ended') }
    if (cancelledAt) return { at: moment(cancelledAt), what: t('Cancelled') }
    if (status === 'paused' && pausedAt) return { at: moment(pausedAt), what: t('Paused') }
    return { at: moment(createdAt), what: t('Created') }
  }
}

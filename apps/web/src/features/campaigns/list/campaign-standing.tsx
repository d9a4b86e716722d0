import type { Author } from '@kirim/contract/authors'
import type { BulkCampaignSummary } from '@kirim/contract/campaign-list'
import { campaignTexts } from '@kirim/contract/campaign-texts'
import type { CampaignAuthors, CampaignProgress } from '@kirim/contract/campaigns'
import { Clock } from 'lucide-react'
import type { ComponentProps } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import { useFormat } from '#shared/i18n/format.ts'
import { useCodedText } from '#shared/i18n/use-coded-text.ts'
import { useMomentText } from '#shared/i18n/use-moment-text.ts'
import { useOfflineSince } from '#shared/realtime/realtime-context.ts'
import { Badge } from '#shared/ui/badge.tsx'
import { cn } from '#shared/ui/cn.ts'
import { CampaignStatusBadge } from '#shared/ui/status-badge.tsx'
import { useAuthorName } from '#shared/workspace/use-author-name.ts'
import { useMay } from '#shared/workspace/workspace-context.ts'
import { editAddress } from '../values/campaign-address.ts'
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
  const mayWrite = useMay('campaigns:write')
  const mayLink = useMay('numbers:write')
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
  const step = nextStep(campaign)
  const isOfNumber = step === 'reconnect' || step === 'link_again' || step === 'see_number'
  if (!(isOfNumber ? mayLink : mayWrite)) return null
  switch (step) {
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

/** The most relevant time of a campaign, with its label and who made it so. */
export function useCampaignWhen() {
  const { t } = useTranslation()
  const moment = useMomentText()
  const words = useActWords()
  return (campaign: CampaignProgress & CampaignAuthors): { at: string; what: string } => {
    const { status, scheduledAt, endedAt, pausedAt, cancelledAt, createdAt } = campaign
    if (status === 'scheduled' && scheduledAt) return { at: moment(scheduledAt), what: t('Starts') }
    if (status === 'completed' && endedAt) return { at: moment(endedAt), what: t('Ended') }
    if (cancelledAt) return { at: moment(cancelledAt), what: words.cancelled(campaign) }
    if (status === 'paused' && pausedAt)
      return { at: moment(pausedAt), what: words.paused(campaign) }
    return { at: moment(createdAt), what: words.created(campaign) }
  }
}

/** What was done to a campaign, with the person who did it where that is told. */
export function useActWords() {
  const { t } = useTranslation()
  const nameOf = useAuthorName()
  const by = (author: Author | undefined, alone: string, named: (name: string) => string) => {
    const name = nameOf(author)
    return name ? named(name) : alone
  }
  return {
    created: ({ createdBy }: CampaignAuthors) =>
      by(createdBy, t('Created'), (name) => t('Created by {name}', { name })),
    paused: ({ stoppedBy }: CampaignAuthors) =>
      by(stoppedBy, t('Paused'), (name) => t('Paused by {name}', { name })),
    cancelled: ({ stoppedBy }: CampaignAuthors) =>
      by(stoppedBy, t('Cancelled'), (name) => t('Cancelled by {name}', { name })),
  }
}

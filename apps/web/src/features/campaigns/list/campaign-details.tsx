import type { BulkCampaignSummary } from '@kirim/contract/campaign-list'
import { useTranslation } from 'react-i18next'
import { useMomentText } from '#shared/i18n/use-moment-text.ts'
import { LedgerLegend } from './ledger.tsx'

/** The content of an expanded row: recipients by state, and times. */
export function CampaignDetails({ campaign }: { campaign: BulkCampaignSummary }) {
  const { t } = useTranslation()
  const moment = useMomentText()
  const { counts, createdAt, scheduledAt, endedAt, deviceName, groupName } = campaign
  const facts = [
    [t('Number'), deviceName],
    [t('Contact group'), groupName],
    [t('Created'), moment(createdAt)],
    scheduledAt && [t('Starts'), moment(scheduledAt)],
    endedAt && [t('Ended'), moment(endedAt)],
  ].filter((fact) => Array.isArray(fact))
  return (
    <div className="grid gap-x-10 gap-y-4 sm:grid-cols-2">
      <LedgerLegend counts={counts} />
      <dl className="grid content-start gap-x-6 text-caption">
        {facts.map(([what, value]) => (
          <div key={what} className="flex justify-between gap-4 border-b py-[7px] last:border-0">
            <dt className="text-muted-foreground">{what}</dt>
            <dd className="tnum min-w-0 text-right wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}

/** The most relevant time of a campaign, with its label. */
export function useCampaignWhen(): (campaign: BulkCampaignSummary) => {
  at: string
  what: string
} {
  const { t } = useTranslation()
  const moment = useMomentText()
  return ({ status, scheduledAt, endedAt, pausedAt, cancelledAt, createdAt }) => {
    if (status === 'scheduled' && scheduledAt) return { at: moment(scheduledAt), what: t('Starts') }
    if (status === 'completed' && endedAt) return { at: moment(endedAt), what: t('Ended') }
    if (cancelledAt) return { at: moment(cancelledAt), what: t('Cancelled') }
    if (status === 'paused' && pausedAt) return { at: moment(pausedAt), what: t('Paused') }
    return { at: moment(createdAt), what: t('Created') }
  }
}

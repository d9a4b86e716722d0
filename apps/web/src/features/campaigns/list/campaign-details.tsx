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

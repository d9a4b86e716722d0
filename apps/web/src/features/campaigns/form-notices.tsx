import type { BulkCampaign } from '@kirim/contract/campaigns'
import type { Device } from '@kirim/contract/devices'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#shared/i18n/format.ts'
import { Alert } from '#shared/ui/alert.tsx'

interface FormNoticesProps {
  devices: readonly Device[]
  /** The campaign being edited. */
  campaign: BulkCampaign | null
}

/** What a person should know before filling the form in. */
export function FormNotices({ devices, campaign }: FormNoticesProps) {
  const { t } = useTranslation()
  const { number } = useFormat()
  const written = campaign ? writtenTo(campaign) : 0
  return (
    <div className="mb-5 grid grid-cols-1 gap-3 empty:hidden">
      {devices.every((device) => !device.connected) && (
        <Alert tone="info">{t('No active devices. Connect device for bulk campaign.')}</Alert>
      )}
      {campaign && written > 0 && (
        <Alert
          tone="info"
          title={t('{written} of {total} people have been written to.', {
            written: number(written),
            total: number(campaign.progress.total),
          })}
        >
          {t('They stay as they are. Your changes apply to everybody after them.')}
        </Alert>
      )}
    </div>
  )
}

/** People whose message has left, or will not leave any more. */
function writtenTo({ progress }: BulkCampaign): number {
  return progress.total - progress.counts.queued
}

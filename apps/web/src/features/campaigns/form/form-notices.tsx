import type { BulkCampaign } from '@kirim/contract/campaigns'
import type { Device } from '@kirim/contract/devices'
import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import { useFormat } from '#shared/i18n/format.ts'
import { Alert } from '#shared/ui/alert.tsx'
import { Button } from '#shared/ui/button.tsx'

interface FormNoticesProps {
  devices: readonly Device[]
  /** The campaign being edited. */
  campaign: BulkCampaign | null
}

/** Notices to read before filling in the form. */
export function FormNotices({ devices, campaign }: FormNoticesProps) {
  const { t } = useTranslation()
  const { number } = useFormat()
  const { total, counts } = campaign?.progress ?? { total: 0, counts: { queued: 0 } }
  const processed = total - counts.queued
  return (
    <div className="mb-5 grid grid-cols-1 gap-3 empty:hidden">
      {devices.every((device) => !device.connected) && (
        <Alert tone="info">{t('No active devices. Connect device for bulk campaign.')}</Alert>
      )}
      {processed > 0 && (
        <Alert
          tone="info"
          title={t('{written} of {total} people have been messaged.', {
            written: number(processed),
            total: number(total),
          })}
        >
          {t('Your changes apply only to people who have not been messaged yet.')}
        </Alert>
      )}
    </div>
  )
}

/** Replaces the form's buttons after an attempt whose answer was lost created the campaign. */
export function CreatedAlready({ campaignId }: { campaignId: string }) {
  const { t } = useTranslation()
  return (
    <Alert tone="warning" title={t('This campaign has already been created')}>
      <p>
        {t(
          'The reply to your first attempt was lost. Changes you made since then are not in the campaign.',
        )}
      </p>
      <Button size="sm" className="mt-2" asChild>
        <Link to={`/campaigns/${campaignId}`}>{t('Show the campaign')}</Link>
      </Button>
    </Alert>
  )
}

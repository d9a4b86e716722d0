import { type BulkCampaign, loadCampaign } from '@kirim/contract/campaigns'
import type { Device } from '@kirim/contract/devices'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import { keyOf } from '#shared/api/query.ts'
import { useFormat } from '#shared/i18n/format.ts'
import { Alert } from '#shared/ui/alert.tsx'
import { Button } from '#shared/ui/button.tsx'

interface FormNoticesProps {
  devices: readonly Device[]
  /** The campaign being edited. */
  campaign: BulkCampaign | null
  /** The campaign finished while its form was open. */
  finished: boolean
}

/** Notices to read before filling in the form. */
export function FormNotices({ devices, campaign, finished }: FormNoticesProps) {
  const { t } = useTranslation()
  const { number } = useFormat()
  const written = campaign ? peopleWrittenTo(campaign) : 0
  return (
    <div className="mb-5 grid grid-cols-1 gap-3 empty:hidden">
      {devices.every((device) => !device.connected) && (
        <Alert tone="info">{t('No active devices. Connect device for bulk campaign.')}</Alert>
      )}
      {campaign && finished && <FinishedMeanwhile campaign={campaign} />}
      {campaign && !finished && written > 0 && (
        <Alert
          tone="info"
          title={t('{written} of {total} people have been messaged.', {
            written: number(written),
            total: number(campaign.progress.total),
          })}
        >
          {t('Your changes apply only to people who have not been messaged yet.')}
        </Alert>
      )}
    </div>
  )
}

function FinishedMeanwhile({ campaign: { deviceId, id } }: { campaign: BulkCampaign }) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const params = { deviceId, campaignId: id }
  return (
    <Alert tone="warning" title={t('This campaign has finished in the meantime')}>
      <p>{t('It can no longer be changed. Your text stays here until you leave this page.')}</p>
      <Button
        size="sm"
        className="mt-2"
        onClick={() => queryClient.resetQueries({ queryKey: keyOf(loadCampaign, { params }) })}
      >
        {t('Show the finished campaign')}
      </Button>
    </Alert>
  )
}

/** The number of people whose message was sent, is being sent, or will not be sent. */
function peopleWrittenTo({ progress }: BulkCampaign): number {
  return progress.total - progress.counts.queued
}

/** In place of the form's buttons, where a try that was not answered has created the campaign. */
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

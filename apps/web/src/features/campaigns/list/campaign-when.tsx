import type { BulkCampaignSummary } from '@kirim/contract/campaign-list'
import { useTranslation } from 'react-i18next'
import { useMomentText } from '#shared/i18n/use-moment-text.ts'

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

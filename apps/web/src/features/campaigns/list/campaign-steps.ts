import type { BulkCampaignSummary } from '@kirim/contract/campaign-list'
import type { CampaignAction } from '@kirim/contract/campaigns'
import {
  CircleSlash,
  Copy,
  type LucideIcon,
  Pause,
  Pencil,
  Play,
  RotateCcw,
  Send,
  Trash2,
} from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { campaignPageAddress, editAddress } from '../values/campaign-address.ts'
import type { CampaignActions } from './use-campaign-actions.ts'

export interface CampaignStep {
  label: string
  icon: LucideIcon
  danger?: boolean
  primary?: boolean
  /** A link; else a button with `act`. */
  to?: string | null
  act?: () => void
}

/**
 * What can be done with a campaign [2.dashboard.actions], the most useful first; the server says
 * what it allows. A finished campaign is not edited.
 */
export function useCampaignSteps(
  campaign: BulkCampaignSummary,
  actions: CampaignActions,
): CampaignStep[] {
  const { t } = useTranslation()
  const allowed = (action: CampaignAction, step: CampaignStep) =>
    campaign.actions.includes(action) ? [step] : []
  const isCompleted = campaign.status === 'completed'
  const page = campaignPageAddress(campaign)
  return [
    ...allowed('pause', {
      label: t('Pause'),
      icon: Pause,
      act: () => void actions.pause(campaign),
    }),
    ...allowed('resume', {
      label: t('Resume'),
      icon: Play,
      primary: true,
      act: () => void actions.resume(campaign),
    }),
    ...(isCompleted || campaign.cancelledAt !== null
      ? []
      : [
          {
            label: t('Edit'),
            icon: Pencil,
            primary: campaign.status === 'draft',
            to: editAddress(campaign),
            act: actions.refuseEdit,
          },
        ]),
    ...allowed('retry_failed', {
      label: t('Retry failed'),
      icon: RotateCcw,
      act: () => actions.retryFailed(campaign),
    }),
    ...(isCompleted ? [{ label: t('Send to the rest'), icon: Send, to: `${page}?ask=rest` }] : []),
    { label: t('Duplicate'), icon: Copy, act: () => void actions.duplicate(campaign) },
    ...allowed('cancel', {
      label: t('Cancel campaign'),
      icon: CircleSlash,
      danger: true,
      act: () => actions.cancel(campaign),
    }),
    { label: t('Delete'), icon: Trash2, danger: true, act: () => void actions.remove(campaign) },
  ]
}

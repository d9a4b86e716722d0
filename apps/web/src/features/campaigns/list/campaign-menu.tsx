import type { BulkCampaignSummary } from '@kirim/contract/campaign-list'
import type { CampaignAction } from '@kirim/contract/campaigns'
import {
  ArrowUpRight,
  CircleSlash,
  Copy,
  Pause,
  Pencil,
  Play,
  RotateCcw,
  Send,
  Trash2,
} from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import { MenuItem, MenuSeparator, RowActions } from '#shared/ui/menu.tsx'
import { MenuIcon } from '#shared/ui/menu-icon.tsx'
import { isAnyoneLeft, useRest } from '../finished/use-rest.ts'
import { type CampaignActions, campaignPageAddress, editAddress } from './use-campaign-actions.ts'

interface MenuProps {
  campaign: BulkCampaignSummary
  actions: CampaignActions
}

/** The actions of a campaign [2.dashboard.actions]; the server says what may be done with it. */
export function CampaignMenu({ campaign, actions }: MenuProps) {
  const { t } = useTranslation()
  const can = (action: CampaignAction) => campaign.actions.includes(action)
  return (
    <RowActions name={campaign.name} disabled={actions.isBusy(campaign)}>
      {campaign.status !== 'draft' && campaign.id && (
        <MenuItem asChild>
          <Link to={campaignPageAddress(campaign)}>
            <MenuIcon icon={ArrowUpRight} />
            {t('Open')}
          </Link>
        </MenuItem>
      )}
      <EditItem campaign={campaign} actions={actions} />
      {can('pause') && (
        <MenuItem icon={Pause} onSelect={() => void actions.pause(campaign)}>
          {t('Pause')}
        </MenuItem>
      )}
      {can('resume') && (
        <MenuItem icon={Play} onSelect={() => void actions.resume(campaign)}>
          {t('Resume')}
        </MenuItem>
      )}
      {can('retry_failed') && (
        <MenuItem icon={RotateCcw} onSelect={() => actions.retryFailed(campaign)}>
          {t('Retry failed')}
        </MenuItem>
      )}
      <MenuItem icon={Copy} onSelect={() => void actions.duplicate(campaign)}>
        {t('Duplicate')}
      </MenuItem>
      {campaign.status === 'completed' && <RestItem campaign={campaign} />}
      <MenuSeparator />
      {can('cancel') && (
        <MenuItem icon={CircleSlash} danger onSelect={() => actions.cancel(campaign)}>
          {t('Cancel campaign')}
        </MenuItem>
      )}
      <MenuItem icon={Trash2} danger onSelect={() => void actions.remove(campaign)}>
        {t('Delete')}
      </MenuItem>
    </RowActions>
  )
}

/** Opens the confirmation before sending to the rest; nothing where everybody had their turn. */
function RestItem({ campaign }: Pick<MenuProps, 'campaign'>) {
  const { t } = useTranslation()
  const address = editAddress(campaign)
  const rest = useRest(campaign)
  return (
    address &&
    isAnyoneLeft(rest) && (
      <MenuItem asChild>
        <Link to={`${address}&ask=rest`}>
          <MenuIcon icon={Send} />
          {t('Send to the rest')}
        </Link>
      </MenuItem>
    )
  )
}

/** A finished campaign stays as it is, so it is not edited. */
function EditItem({ campaign, actions }: MenuProps) {
  const { t } = useTranslation()
  const address = editAddress(campaign)
  if (campaign.status === 'completed' || campaign.cancelledAt !== null) return null
  if (!address) {
    return (
      <MenuItem icon={Pencil} onSelect={actions.refuseEdit}>
        {t('Edit')}
      </MenuItem>
    )
  }
  return (
    <MenuItem asChild>
      <Link to={address}>
        <MenuIcon icon={Pencil} />
        {t('Edit')}
      </Link>
    </MenuItem>
  )
}

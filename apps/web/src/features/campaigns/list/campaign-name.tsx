import type { BulkCampaignSummary } from '@kirim/contract/campaign-list'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import { campaignPageAddress } from '../values/campaign-address.ts'

interface CampaignNameProps {
  campaign: BulkCampaignSummary
  /** Shown beside the name. */
  children?: ReactNode
}

/** The name of a campaign, of up to 200 characters, with its device and group below. */
export function CampaignName({ campaign, children }: CampaignNameProps) {
  const { t } = useTranslation()
  const { name, deviceName, groupName } = campaign
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
        <p title={name} className="line-clamp-2 min-w-0 font-medium wrap-anywhere">
          <Link to={campaignPageAddress(campaign)} className="underline-offset-4 hover:underline">
            {name}
          </Link>
        </p>
        {children}
      </div>
      <p className="line-clamp-2 text-caption wrap-anywhere text-muted-foreground">
        {t('{device} to {group}', { device: deviceName, group: groupName })}
      </p>
    </>
  )
}

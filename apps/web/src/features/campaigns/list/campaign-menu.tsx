import type { BulkCampaignSummary } from '@kirim/contract/campaign-list'
import { ArrowUpRight } from 'lucide-react'
import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import { MenuItem, MenuSeparator, RowActions } from '#shared/ui/menu.tsx'
import { MenuIcon } from '#shared/ui/menu-icon.tsx'
import { Allowed } from '#shared/workspace/allowed.tsx'
import { campaignPageAddress } from '../values/campaign-address.ts'
import { type CampaignStep, useCampaignSteps } from './campaign-steps.ts'
import type { CampaignActions } from './use-campaign-actions.ts'

/** The actions of a row of the list; the dangerous ones are last and apart. */
export function CampaignMenu({
  campaign,
  actions,
}: {
  campaign: BulkCampaignSummary
  actions: CampaignActions
}) {
  const { t } = useTranslation()
  const steps = useCampaignSteps(campaign, actions)
  const hasPage = campaign.status !== 'draft' && campaign.id
  const open = { label: t('Open'), icon: ArrowUpRight, to: campaignPageAddress(campaign) }
  return (
    <Allowed to="campaigns:write">
      <RowActions name={campaign.name} disabled={actions.isBusy(campaign)}>
        <StepItems steps={hasPage ? [open, ...steps] : steps} />
      </RowActions>
    </Allowed>
  )
}

export function StepItems({ steps }: { steps: readonly CampaignStep[] }) {
  const firstDanger = steps.find(({ danger }) => danger)
  return steps.map((step) => (
    <Fragment key={step.label}>
      {step === firstDanger && <MenuSeparator />}
      {step.to ? (
        <MenuItem asChild>
          <Link to={step.to}>
            <MenuIcon icon={step.icon} />
            {step.label}
          </Link>
        </MenuItem>
      ) : (
        <MenuItem icon={step.icon} danger={step.danger ?? false} onSelect={() => step.act?.()}>
          {step.label}
        </MenuItem>
      )}
    </Fragment>
  ))
}

import type { BulkCampaignSummary } from '@kirim/contract/campaign-list'
import { ChevronRight } from 'lucide-react'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import { SortableTh } from '#shared/list/sortable-th.tsx'
import type { SortingState } from '#shared/list/use-list.ts'
import { cn } from '#shared/ui/cn.ts'
import { LiveNumber } from '#shared/ui/live-number.tsx'
import { Table, TableHead, TableRow, Td, Th } from '#shared/ui/table.tsx'
import { CampaignDetails, useCampaignWhen } from './campaign-details.tsx'
import { type CampaignColumn, failsOften } from './campaign-list.ts'
import { CampaignMenu } from './campaign-menu.tsx'
import { StandingBadge, StandingBar, StandingSentence } from './campaign-standing.tsx'
import { type CampaignActions, campaignPageAddress } from './use-campaign-actions.ts'

const TALL = 12
const COLUMNS = 6

interface CampaignTableProps {
  campaigns: readonly BulkCampaignSummary[]
  sorting: SortingState<CampaignColumn>
  actions: CampaignActions
}

export function CampaignTable({ campaigns, sorting, actions }: CampaignTableProps) {
  const { t } = useTranslation()
  return (
    <Table aria-labelledby="campaigns" className="table-fixed">
      <TableHead sticky={campaigns.length > TALL}>
        <tr>
          <SortableTh by="name" label={t('Campaign Name')} sorting={sorting} className="pl-11" />
          <Th className="w-[29%]">{t('Progress')}</Th>
          <SortableTh by="sent" label={t('Sent')} sorting={sorting} end className="w-20" />
          <SortableTh
            by="failed"
            label={t('Failed')}
            sorting={sorting}
            end
            className="w-[72px] px-3"
          />
          <Th className="w-44">{t('When')}</Th>
          <Th end className="w-20">
            {t('Actions')}
          </Th>
        </tr>
      </TableHead>
      <tbody>
        {campaigns.map((campaign) => (
          <CampaignRow key={campaign.id} campaign={campaign} actions={actions} />
        ))}
      </tbody>
    </Table>
  )
}

interface RowProps {
  campaign: BulkCampaignSummary
  actions: CampaignActions
}

function CampaignRow({ campaign, actions }: RowProps) {
  const { sent, failed } = campaign
  const [open, setOpen] = useState(false)
  const details = useId()
  const when = useCampaignWhen()(campaign)
  return (
    <>
      <TableRow busy={actions.isBusy(campaign)}>
        <Td className="pl-3">
          <NameCell
            campaign={campaign}
            open={open}
            details={details}
            onToggle={() => setOpen(!open)}
          />
        </Td>
        <Td>
          <StandingBar campaign={campaign} />
          <StandingSentence campaign={campaign} actions={actions} className="mt-1.5" />
        </Td>
        <Td end className={cn(sent === 0 && 'text-muted-foreground')}>
          <LiveNumber value={sent} />
        </Td>
        <Td
          end
          className={cn(
            'px-3',
            failed === 0 && 'text-muted-foreground',
            failsOften(campaign) && 'font-medium text-destructive',
          )}
        >
          <LiveNumber value={failed} />
        </Td>
        <Td className="tnum">
          <p className="whitespace-nowrap">{when.at}</p>
          <p className="text-caption text-muted-foreground">{when.what}</p>
        </Td>
        <Td end className="py-0">
          <CampaignMenu campaign={campaign} actions={actions} />
        </Td>
      </TableRow>
      {open && (
        <tr id={details} className="bg-muted/40">
          <td colSpan={COLUMNS} className="px-11 pt-1 pb-4">
            <CampaignDetails campaign={campaign} />
          </td>
        </tr>
      )}
    </>
  )
}

interface NameCellProps {
  campaign: BulkCampaignSummary
  open: boolean
  details: string
  onToggle: () => void
}

/** Names of up to 200 characters are truncated to one line. */
function NameCell({ campaign, open, details, onToggle }: NameCellProps) {
  const { t } = useTranslation()
  const { name, deviceName, groupName } = campaign
  const route = t('{device} to {group}', { device: deviceName, group: groupName })
  return (
    <div className="flex items-start gap-1">
      <button
        type="button"
        aria-label={t('Details of {name}', { name })}
        aria-expanded={open}
        aria-controls={open ? details : undefined}
        onClick={onToggle}
        className="-my-0.5 grid size-7 shrink-0 place-items-center rounded-md text-muted-foreground hover:bg-accent hover:text-foreground pointer-coarse:size-10"
      >
        <ChevronRight
          aria-hidden="true"
          className={cn('size-4 transition-transform duration-100', open && 'rotate-90')}
        />
      </button>
      <div className="min-w-0 flex-1">
        <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
          <p title={name} className="min-w-0 truncate font-medium">
            <Link to={campaignPageAddress(campaign)} className="underline-offset-4 hover:underline">
              {name}
            </Link>
          </p>
          <StandingBadge campaign={campaign} />
        </div>
        <p title={route} className="truncate text-caption text-muted-foreground">
          {route}
        </p>
      </div>
    </div>
  )
}

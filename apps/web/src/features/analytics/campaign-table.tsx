import type { BulkCampaignSummary } from '@kirim/contract/analytics'
import { Copy, Pencil, Trash2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useFormat } from '#shared/i18n/format.ts'
import { SortableTh } from '#shared/list/sortable-th.tsx'
import type { SortingState } from '#shared/list/use-list.ts'
import { cn } from '#shared/ui/cn.ts'
import { LiveNumber } from '#shared/ui/live-number.tsx'
import { MenuItem, MenuSeparator, RowActions } from '#shared/ui/menu.tsx'
import { MenuIcon } from '#shared/ui/menu-icon.tsx'
import { CampaignStatusBadge } from '#shared/ui/status-badge.tsx'
import { Table, TableHead, TableRow, Td, Th } from '#shared/ui/table.tsx'
import { type CampaignColumn, failsOften } from './campaign-list.ts'
import { type CampaignActions, editAddress, useCampaignActions } from './use-campaign-actions.ts'

const TALL = 12

interface CampaignTableProps {
  campaigns: readonly BulkCampaignSummary[]
  sorting: SortingState<CampaignColumn>
}

export function CampaignTable({ campaigns, sorting }: CampaignTableProps) {
  const { t } = useTranslation()
  const actions = useCampaignActions()
  return (
    <Table aria-labelledby="campaigns" className="table-fixed">
      <TableHead sticky={campaigns.length > TALL}>
        <tr>
          <SortableTh
            by="name"
            label={t('Campaign Name')}
            sorting={sorting}
            className="max-sm:pl-5"
          />
          <SortableTh
            by="sent"
            label={t('Sent')}
            sorting={sorting}
            end
            className="w-[72px] sm:w-28"
          />
          <SortableTh
            by="failed"
            label={t('Failed')}
            sorting={sorting}
            end
            className="w-[72px] sm:w-28"
          />
          <Th end className="w-14 sm:w-24">
            <span className="max-sm:sr-only">{t('Actions')}</span>
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
  return (
    <TableRow busy={actions.isBusy(campaign)}>
      <Td className="max-sm:pl-5">
        <NameCell campaign={campaign} />
      </Td>
      <Td end className={cn(sent === 0 && 'text-muted-foreground')}>
        <LiveNumber value={sent} />
      </Td>
      <Td
        end
        className={cn(
          failed === 0 && 'text-muted-foreground',
          failsOften(campaign) && 'font-medium text-destructive',
        )}
      >
        <LiveNumber value={failed} />
      </Td>
      <Td end className="py-0">
        <CampaignMenu campaign={campaign} actions={actions} />
      </Td>
    </TableRow>
  )
}

/** A name may have 200 characters: one line beside its badge, on phones two lines above it. */
function NameCell({ campaign }: { campaign: BulkCampaignSummary }) {
  const { t } = useTranslation()
  const { number } = useFormat()
  const { name, groupName, total, status } = campaign
  return (
    <>
      <div className="flex items-center gap-2.5 max-sm:flex-col max-sm:items-start max-sm:gap-1">
        <p
          title={name}
          className="min-w-0 font-medium wrap-anywhere max-sm:line-clamp-2 sm:truncate"
        >
          {name}
        </p>
        <span className="shrink-0">
          <CampaignStatusBadge status={status} />
        </span>
      </div>
      <p className="flex text-caption text-muted-foreground max-sm:hidden">
        <span title={groupName} className="truncate">
          {groupName}
        </span>
        <span className="tnum shrink-0 whitespace-pre">
          {`, ${total === 1 ? t('1 recipient') : t('{n} recipients', { n: number(total) })}`}
        </span>
      </p>
    </>
  )
}

function CampaignMenu({ campaign, actions }: RowProps) {
  const { t } = useTranslation()
  return (
    <RowActions name={campaign.name} disabled={actions.isBusy(campaign)}>
      <EditItem campaign={campaign} actions={actions} />
      <MenuItem icon={Copy} onSelect={() => void actions.duplicate(campaign)}>
        {t('Duplicate')}
      </MenuItem>
      <MenuSeparator />
      <MenuItem icon={Trash2} danger onSelect={() => void actions.remove(campaign)}>
        {t('Delete')}
      </MenuItem>
    </RowActions>
  )
}

function EditItem({ campaign, actions }: RowProps) {
  const { t } = useTranslation()
  const address = editAddress(campaign)
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

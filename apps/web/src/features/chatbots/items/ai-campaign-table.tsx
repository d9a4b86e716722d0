import type { ListedAiCampaign } from '@kirim/contract/chatbots'
import { CircleCheck, CircleOff, Pencil, Trash2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import { useFormat } from '#shared/i18n/format.ts'
import { SortableTh } from '#shared/list/sortable-th.tsx'
import type { SortingState } from '#shared/list/use-list.ts'
import { MenuItem, MenuSeparator, RowActions } from '#shared/ui/menu.tsx'
import { MenuIcon } from '#shared/ui/menu-icon.tsx'
import { EnabledBadge } from '#shared/ui/status-badge.tsx'
import { Table, TableHead, TableRow, Td, Th } from '#shared/ui/table.tsx'
import { editAddress } from '../addresses.ts'
import { type AiCampaignColumn, featuresOf } from './ai-campaign-list.ts'
import { ItemSummary } from './item-summary.tsx'
import type { AiCampaignActions } from './use-ai-campaigns.ts'

const TALL = 12

interface AiCampaignTableProps {
  numberId: string
  campaigns: readonly ListedAiCampaign[]
  nameOf: (id: string) => string
  sorting: SortingState<AiCampaignColumn>
  actions: AiCampaignActions
}

/**
 * Five columns [2.ai-list.columns]; where there is no room,
 * the name carries what its neighbours say.
 */
export function AiCampaignTable({
  numberId,
  campaigns,
  nameOf,
  sorting,
  actions,
}: AiCampaignTableProps) {
  const { t } = useTranslation()
  return (
    <Table aria-labelledby="ai-campaigns" className="table-fixed">
      <TableHead sticky={campaigns.length > TALL}>
        <tr>
          <SortableTh by="name" label={t('Name')} sorting={sorting} className="max-sm:pl-5" />
          <SortableTh
            by="status"
            label={t('Status')}
            sorting={sorting}
            className="w-32 max-sm:hidden"
          />
          <Th className="w-44 max-lg:hidden">{t('Features')}</Th>
          <SortableTh
            by="lastEdited"
            label={t('Last Edited')}
            sorting={sorting}
            className="w-48 max-sm:hidden lg:w-52"
          />
          <Th end className="w-16 sm:w-24">
            <span className="max-sm:sr-only">{t('Actions')}</span>
          </Th>
        </tr>
      </TableHead>
      <tbody>
        {campaigns.map((campaign) => (
          <AiCampaignRow
            key={campaign._id}
            numberId={numberId}
            campaign={campaign}
            nameOf={nameOf}
            actions={actions}
          />
        ))}
      </tbody>
    </Table>
  )
}

interface RowProps {
  numberId: string
  campaign: ListedAiCampaign
  actions: AiCampaignActions
}

function AiCampaignRow({
  numberId,
  campaign,
  nameOf,
  actions,
}: RowProps & Pick<AiCampaignTableProps, 'nameOf'>) {
  const { dateTime } = useFormat()
  const { name, status, lastEdited } = campaign
  const edited = <time dateTime={lastEdited}>{dateTime(lastEdited)}</time>
  return (
    <TableRow busy={actions.isBusy(campaign)}>
      <Td className="max-sm:pl-5">
        <p title={name} className="line-clamp-2 font-medium wrap-anywhere">
          {name}
        </p>
        <ItemSummary campaign={campaign} nameOf={nameOf} />
        <div className="mt-1 flex flex-col items-start gap-1 text-caption text-muted-foreground sm:hidden">
          <EnabledBadge enabled={status === 'Enabled'} />
          {edited}
        </div>
        <div className="lg:hidden">
          <Features campaign={campaign} />
        </div>
      </Td>
      <Td className="max-sm:hidden">
        <EnabledBadge enabled={status === 'Enabled'} />
      </Td>
      <Td className="max-lg:hidden">
        <Features campaign={campaign} />
      </Td>
      <Td className="text-caption text-muted-foreground max-sm:hidden">{edited}</Td>
      <Td end className="py-0">
        <AiCampaignMenu numberId={numberId} campaign={campaign} actions={actions} />
      </Td>
    </TableRow>
  )
}

function Features({ campaign }: { campaign: ListedAiCampaign }) {
  const { t } = useTranslation()
  return (
    <div className="text-caption text-muted-foreground">
      {featuresOf(campaign).map((feature) => (
        <p key={feature}>{t(feature)}</p>
      ))}
    </div>
  )
}

function AiCampaignMenu({ numberId, campaign, actions }: RowProps) {
  const { t } = useTranslation()
  const { _id, name, status } = campaign
  return (
    <RowActions name={name} disabled={actions.isBusy(campaign)}>
      <MenuItem asChild>
        <Link to={editAddress(numberId, _id)}>
          <MenuIcon icon={Pencil} />
          {t('Edit')}
        </Link>
      </MenuItem>
      {status === 'Enabled' ? (
        <MenuItem icon={CircleOff} onSelect={() => void actions.setStatus(campaign, 'Disabled')}>
          {t('Disable')}
        </MenuItem>
      ) : (
        <MenuItem icon={CircleCheck} onSelect={() => void actions.setStatus(campaign, 'Enabled')}>
          {t('Enable')}
        </MenuItem>
      )}
      <MenuSeparator />
      <MenuItem icon={Trash2} danger onSelect={() => void actions.remove(campaign)}>
        {t('Delete')}
      </MenuItem>
    </RowActions>
  )
}

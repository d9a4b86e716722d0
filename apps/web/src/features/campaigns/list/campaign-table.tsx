import type { BulkCampaignSummary } from '@kirim/contract/campaign-list'
import { useTranslation } from 'react-i18next'
import { SortableTh } from '#shared/list/sortable-th.tsx'
import type { SortingState } from '#shared/list/use-list.ts'
import { cn } from '#shared/ui/cn.ts'
import { LiveNumber } from '#shared/ui/live-number.tsx'
import { Table, TableHead, TableRow, Td, Th } from '#shared/ui/table.tsx'
import { useMay } from '#shared/workspace/workspace-context.ts'
import { type CampaignColumn, failsOften } from './campaign-list.ts'
import { CampaignMenu } from './campaign-menu.tsx'
import { CampaignName } from './campaign-name.tsx'
import {
  StandingBadge,
  StandingBar,
  StandingSentence,
  useCampaignWhen,
} from './campaign-standing.tsx'
import type { CampaignActions } from './use-campaign-actions.ts'

const TALL = 12

interface CampaignTableProps {
  campaigns: readonly BulkCampaignSummary[]
  sorting: SortingState<CampaignColumn>
  actions: CampaignActions
}

export function CampaignTable({ campaigns, sorting, actions }: CampaignTableProps) {
  const { t } = useTranslation()
  const when = useCampaignWhen()
  const mayWrite = useMay('campaigns:write')
  return (
    <Table aria-labelledby="campaigns" className="table-fixed">
      <TableHead sticky={campaigns.length > TALL}>
        <tr>
          <SortableTh by="name" label={t('Campaign Name')} sorting={sorting} />
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
          {mayWrite && (
            <Th end className="w-20">
              {t('Actions')}
            </Th>
          )}
        </tr>
      </TableHead>
      <tbody>
        {campaigns.map((campaign) => (
          <TableRow key={campaign.id} busy={actions.isBusy(campaign)}>
            <Td>
              <CampaignName campaign={campaign}>
                <StandingBadge campaign={campaign} />
              </CampaignName>
            </Td>
            <Td>
              <StandingBar campaign={campaign} />
              <StandingSentence campaign={campaign} actions={actions} className="mt-1.5" />
            </Td>
            <Td end className={cn(campaign.sent === 0 && 'text-muted-foreground')}>
              <LiveNumber value={campaign.sent} />
            </Td>
            <Td
              end
              className={cn(
                'px-3',
                campaign.failed === 0 && 'text-muted-foreground',
                failsOften(campaign) && 'font-medium text-destructive',
              )}
            >
              <LiveNumber value={campaign.failed} />
            </Td>
            <Td className="tnum">
              <p className="whitespace-nowrap">{when(campaign).at}</p>
              <p className="line-clamp-2 text-caption wrap-anywhere text-muted-foreground">
                {when(campaign).what}
              </p>
            </Td>
            {mayWrite && (
              <Td end className="py-0">
                <CampaignMenu campaign={campaign} actions={actions} />
              </Td>
            )}
          </TableRow>
        ))}
      </tbody>
    </Table>
  )
}

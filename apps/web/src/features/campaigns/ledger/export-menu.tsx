import type { CampaignReport } from '@kirim/contract/campaign-ledger'
import { Download, FileSpreadsheet, FileText } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button } from '#shared/ui/button.tsx'
import { Menu, MenuItem } from '#shared/ui/menu.tsx'
import type { PeopleFilter } from './ledger-queries.ts'
import { useLedgerExport } from './use-ledger-export.ts'

interface ExportMenuProps {
  campaign: CampaignReport
  filter: PeopleFilter
}

/** Saves the people as they are narrowed down. */
export function ExportMenu({ campaign, filter }: ExportMenuProps) {
  const { t } = useTranslation()
  const exporting = useLedgerExport(campaign, filter)
  return (
    <Menu
      trigger={
        <Button busy={exporting.isPending} busyText={t('Exporting...')}>
          <Download aria-hidden="true" />
          {t('Export')}
        </Button>
      }
    >
      <MenuItem icon={FileText} onSelect={() => exporting.mutate('csv')}>
        {t('Text file (.csv)')}
      </MenuItem>
      <MenuItem icon={FileSpreadsheet} onSelect={() => exporting.mutate('xlsx')}>
        {t('Excel file (.xlsx)')}
      </MenuItem>
    </Menu>
  )
}

import {
  type CampaignReport,
  exportLedger,
  exportLedgerWorkbook,
} from '@kirim/contract/campaign-ledger'
import { useMutation } from '@tanstack/react-query'
import { Download, FileSpreadsheet, FileText } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { messageOf } from '#shared/api/api-error.ts'
import { requestBlob } from '#shared/api/request-blob.ts'
import { saveFile } from '#shared/api/save-file.ts'
import { browserTimeZone } from '#shared/time/browser-time-zone.ts'
import { toast } from '#shared/toast/toast.ts'
import { Button } from '#shared/ui/button.tsx'
import { Menu, MenuItem } from '#shared/ui/menu.tsx'
import type { PeopleFilter } from './ledger-queries.ts'

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

const calls = { csv: exportLedger, xlsx: exportLedgerWorkbook }

type Format = keyof typeof calls

/** Saves the people as they are narrowed down, under the campaign's name. */
export function useLedgerExport(campaign: { id: string; name: string }, filter: PeopleFilter) {
  const { t } = useTranslation()
  return useMutation({
    mutationFn: async (format: Format) => {
      const input = {
        params: { campaignId: campaign.id },
        query: { ...filter, timeZone: browserTimeZone() },
      }
      const { signal } = new AbortController()
      const file = await requestBlob(calls[format], input, signal)
      saveFile(file, `${fileName(campaign.name) || 'campaign'}.${format}`)
    },
    onError: (error) => {
      const reason = messageOf(error, t('The server did not answer.'))
      toast({ title: t('Failed: {reason}', { reason }), tone: 'error' })
    },
  })
}

/** Without what no file system takes in a name. */
function fileName(name: string): string {
  return name
    .replace(/[\\/:*?"<>|\p{Cc}]+/gu, ' ')
    .trim()
    .slice(0, 100)
}

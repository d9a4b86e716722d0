import {
  type CampaignReport,
  exportLedger,
  exportLedgerWorkbook,
} from '@kirim/contract/campaign-ledger'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { messageOf } from '#shared/api/api-error.ts'
import { requestBlob } from '#shared/api/request-blob.ts'
import { saveFile } from '#shared/api/save-file.ts'
import { browserTimeZone } from '#shared/time/browser-time-zone.ts'
import { toast } from '#shared/toast/toast.ts'
import { type ExportFormat, ExportMenu } from '#shared/ui/export-menu.tsx'
import type { PeopleFilter } from './ledger-queries.ts'

const calls = { csv: exportLedger, xlsx: exportLedgerWorkbook }

interface LedgerExportProps {
  campaign: CampaignReport
  filter: PeopleFilter
}

/** Saves the filtered people under the campaign's name. */
export function LedgerExport({ campaign, filter }: LedgerExportProps) {
  const { t } = useTranslation()
  const exporting = useMutation({
    mutationFn: async (format: ExportFormat) => {
      const input = {
        params: { campaignId: campaign.id },
        query: { ...filter, timeZone: browserTimeZone() },
      }
      const file = await requestBlob(calls[format], input, new AbortController().signal)
      saveFile(file, `${fileName(campaign.name) || 'campaign'}.${format}`)
    },
    onError: (error) => {
      const reason = messageOf(error, t('The server did not answer.'))
      toast({ title: t('Failed: {reason}', { reason }), tone: 'error' })
    },
  })
  return <ExportMenu busy={exporting.isPending} onExport={exporting.mutate} />
}

/** Without characters that a file system refuses. */
function fileName(name: string): string {
  return name
    .replace(/[\\/:*?"<>|\p{Cc}]+/gu, ' ')
    .trim()
    .slice(0, 100)
}

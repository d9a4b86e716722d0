import { exportOptOuts, exportOptOutsWorkbook, type OptOutStanding } from '@kirim/contract/opt-outs'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { messageOf } from '#shared/api/api-error.ts'
import { requestBlob } from '#shared/api/request-blob.ts'
import { saveFile } from '#shared/api/save-file.ts'
import { browserTimeZone } from '#shared/time/browser-time-zone.ts'
import { toast } from '#shared/toast/toast.ts'
import type { ExportFormat } from '#shared/ui/export-menu.tsx'

/** Saves the list, narrowed to the chosen filter. */
export function useOptOutsExport(standing: OptOutStanding | null) {
  const { t } = useTranslation()
  return useMutation({
    mutationFn: async (format: ExportFormat) => {
      const spec = format === 'csv' ? exportOptOuts : exportOptOutsWorkbook
      const query = { ...(standing && { standing }), timeZone: browserTimeZone() }
      const file = await requestBlob(spec, { query }, new AbortController().signal)
      saveFile(file, `opt-outs.${format}`)
    },
    onError: (error) => {
      const reason = messageOf(error, t('The server did not answer.'))
      toast({ title: t('Failed: {reason}', { reason }), tone: 'error' })
    },
  })
}

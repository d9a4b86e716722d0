import { exportOptOuts, type OptOutStanding } from '@kirim/contract/opt-outs'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { messageOf } from '#shared/api/api-error.ts'
import { requestBlob } from '#shared/api/request-blob.ts'
import { saveFile } from '#shared/api/save-file.ts'
import { toast } from '#shared/toast/toast.ts'

/** Saves the list as CSV, narrowed to the chosen filter. */
export function useOptOutsExport(standing: OptOutStanding | null) {
  const { t } = useTranslation()
  return useMutation({
    mutationFn: () =>
      requestBlob(
        exportOptOuts,
        { query: standing ? { standing } : {} },
        new AbortController().signal,
      ),
    onSuccess: (file) => saveFile(file, 'opt-outs.csv'),
    onError: (error) => {
      const reason = messageOf(error, t('The server did not answer.'))
      toast({ title: t('Failed: {reason}', { reason }), tone: 'error' })
    },
  })
}

import { listMedia, uploadMedia } from '@kirim/contract/media'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { messageOf } from '#shared/api/api-error.ts'
import { keyOf } from '#shared/api/query.ts'
import { request } from '#shared/api/request.ts'
import { useSingleMutation } from '#shared/api/use-single-mutation.ts'
import { toast } from '#shared/toast/toast.ts'

/**
 * Uploads files one by one and reports each. Stops at the first failure and keeps that file and the
 * rest. `fraction` goes from 0 to 1 over all bytes; the server checks a file after its last byte.
 */
export function useMediaUpload(onUploaded: (file: File) => void) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const [fraction, setFraction] = useState(0)
  const upload = useSingleMutation({
    mutationFn: async (files: readonly File[]) => {
      // At least one: empty files are sent, too, for the server to refuse.
      const total = Math.max(
        1,
        files.reduce((sum, file) => sum + file.size, 0),
      )
      const names: string[] = []
      let sent = 0
      setFraction(0)
      for (const file of files) {
        const onUploadProgress = (part: number) => setFraction((sent + part * file.size) / total)
        names.push((await request(uploadMedia, { file }, { onUploadProgress })).originalName)
        sent += file.size
        onUploaded(file)
      }
      return names
    },
    onSuccess: (names) => {
      const [name = ''] = names
      const title =
        names.length === 1
          ? t('{name} uploaded.', { name })
          : t('{count} files uploaded.', { count: names.length })
      toast({ title, tone: 'success' })
    },
    onError: (error) => {
      const reason = messageOf(error, t('Error during file upload.'))
      toast({ title: t('Upload failed: {reason}', { reason }), tone: 'error' })
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: keyOf(listMedia) }),
  })
  return { start: upload.mutate, busy: upload.isPending, fraction }
}

import { listMedia, uploadMedia } from '@kirim/contract/media'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError, messageOf } from '#shared/api/api-error.ts'
import { beginInWorkspace } from '#shared/api/called-workspace.ts'
import { keyOf } from '#shared/api/query.ts'
import { request } from '#shared/api/request.ts'
import { useSingleMutation } from '#shared/api/use-single-mutation.ts'
import { toast } from '#shared/toast/toast.ts'

interface Failure {
  file: File
  error: unknown
}

/**
 * Uploads files one by one and reports each that is there; one that fails does not stop the others,
 * and `problems` says why it did until it is sent again.
 * `fraction` goes from 0 to 1 over all bytes; the server checks a file after its last byte.
 */
export function useMediaUpload(onUploaded: (file: File) => void) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const [fraction, setFraction] = useState(0)
  const [problems, setProblems] = useState<ReadonlyMap<File, string>>(new Map())
  const reasonOf = (error: unknown) => messageOf(error, t('Error during file upload.'))
  const failed = (reason: string) =>
    toast({ title: t('Upload failed: {reason}', { reason }), tone: 'error' })
  const upload = useSingleMutation({
    mutationFn: async (files: readonly File[]) => {
      // At least one: empty files are sent, too, for the server to refuse.
      const total = Math.max(
        1,
        files.reduce((sum, file) => sum + file.size, 0),
      )
      const names: string[] = []
      const failures: Failure[] = []
      const isStillHere = beginInWorkspace()
      let sent = 0
      setFraction(0)
      setProblems(new Map())
      for (const file of files) {
        if (!isStillHere()) break
        const onUploadProgress = (part: number) => setFraction((sent + part * file.size) / total)
        try {
          names.push((await request(uploadMedia, { file }, { onUploadProgress })).originalName)
          onUploaded(file)
        } catch (error) {
          // The next user who signs in must not get the rest.
          if (error instanceof ApiError && error.status === 401) throw error
          failures.push({ file, error })
          setProblems((now) => new Map(now).set(file, reasonOf(error)))
        }
        sent += file.size
      }
      return { names, failures, isOne: files.length === 1 }
    },
    onSuccess: ({ names, failures, isOne }) => {
      const byReason = Map.groupBy(failures, ({ error }) => reasonOf(error))
      for (const [reason, same] of byReason) {
        const which = same.map(({ file }) => file.name).join(', ')
        failed(isOne ? reason : `${which}: ${reason}`)
      }
      if (failures.length > 0) return
      const [name = ''] = names
      const title =
        names.length === 1
          ? t('{name} uploaded.', { name })
          : t('{count} files uploaded.', { count: names.length })
      toast({ title, tone: 'success' })
    },
    onError: (error) => failed(reasonOf(error)),
    onSettled: () => queryClient.invalidateQueries({ queryKey: keyOf(listMedia) }),
  })
  return { start: upload.mutate, busy: upload.isPending, fraction, problems }
}

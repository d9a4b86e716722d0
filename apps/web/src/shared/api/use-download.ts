import type { CallSpec } from '@kirim/contract/call'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { toast } from '#shared/toast/toast.ts'
import { messageOf } from './api-error.ts'
import type { CallInput } from './encode.ts'
import type { InputOf } from './request.ts'
import { requestBlob } from './request-blob.ts'
import { saveFile } from './save-file.ts'

/** A call whose response is a file. */
export type FileCall = () => Promise<Blob>

/** Makes the call with the session's token, which a plain link could not carry. */
export function fileCall<C extends CallSpec>(spec: C, input: InputOf<C> & CallInput): FileCall {
  return () => requestBlob(spec, input, new AbortController().signal)
}

/** Saves the file of a call under a name, and reports a failure. */
export function useDownload() {
  const { t } = useTranslation()
  return useMutation({
    mutationFn: async ({ call, name }: { call: FileCall; name: string }) =>
      saveFile(await call(), name),
    onError: (error) => {
      const reason = messageOf(error, t('The server did not answer.'))
      toast({ title: t('Failed: {reason}', { reason }), tone: 'error' })
    },
  })
}

/** Removes characters that file systems do not allow. */
export function fileName(name: string, otherwise: string): string {
  const cleaned = name
    .replace(/[\\/:*?"<>|\p{Cc}]+/gu, ' ')
    .trim()
    .slice(0, 100)
  return cleaned || otherwise
}

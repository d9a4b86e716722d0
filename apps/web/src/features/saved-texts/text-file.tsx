import { listMedia, type MediaFile, uploadMedia } from '@kirim/contract/media'
import { useQueryClient } from '@tanstack/react-query'
import { Paperclip, X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { messageOf } from '#shared/api/api-error.ts'
import { keyOf } from '#shared/api/query.ts'
import { request } from '#shared/api/request.ts'
import { useSingleMutation } from '#shared/api/use-single-mutation.ts'
import { useFormat } from '#shared/i18n/format.ts'
import { MEDIA_ACCEPT } from '#shared/media/media-file.ts'
import { mediaFileProblem } from '#shared/media/media-problem.ts'
import { toast } from '#shared/toast/toast.ts'
import { Button } from '#shared/ui/button.tsx'
import { FileDrop } from '#shared/ui/file-drop.tsx'

interface TextFileProps {
  file: MediaFile | null
  onFile: (file: MediaFile | null) => void
}

/** The file that is sent with a saved text in chats; it is kept in the media library. */
export function TextFile({ file, onFile }: TextFileProps) {
  const { t } = useTranslation()
  const { fileSize } = useFormat()
  const client = useQueryClient()
  const upload = useSingleMutation({
    mutationFn: (chosen: File) => request(uploadMedia, { file: chosen }),
    async onSuccess(stored) {
      onFile(stored)
      await client.invalidateQueries({ queryKey: keyOf(listMedia) })
    },
    onError: (error) => {
      toast({ title: messageOf(error, t('Error during file upload.')), tone: 'error' })
    },
  })
  const choose = ([chosen]: readonly File[]) => {
    if (!chosen) return
    const problem = mediaFileProblem(chosen)
    if (problem) toast({ title: t(problem), tone: 'error' })
    else upload.mutate(chosen)
  }
  if (file) {
    return (
      <p className="flex items-center gap-2 text-caption">
        <Paperclip className="size-4 shrink-0 text-muted-foreground" aria-hidden="true" />
        <span className="min-w-0 flex-1 truncate">
          {file.originalName}{' '}
          <span className="tnum text-muted-foreground">{fileSize(file.fileSize)}</span>
        </span>
        <Button
          variant="ghost"
          size="icon-sm"
          aria-label={t('Remove {name}', { name: file.originalName })}
          onClick={() => onFile(null)}
        >
          <X aria-hidden="true" />
        </Button>
      </p>
    )
  }
  return (
    <FileDrop
      accept={MEDIA_ACCEPT}
      onFiles={choose}
      compact
      icon={Paperclip}
      disabled={upload.isPending}
      aria-label={t('File sent with it in chats')}
    >
      {upload.isPending ? t('Uploading...') : t('Add a file, sent with it in chats')}
    </FileDrop>
  )
}

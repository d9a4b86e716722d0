import { listMedia, uploadMedia } from '@kirim/contract/media'
import { useQueryClient } from '@tanstack/react-query'
import { Upload } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { messageOf } from '#shared/api/api-error.ts'
import { keyOf } from '#shared/api/query.ts'
import { request } from '#shared/api/request.ts'
import { useSingleMutation } from '#shared/api/use-single-mutation.ts'
import { MEDIA_ACCEPT, mediaFileProblem } from '#shared/media/media-file.ts'
import { MediaPreview } from '#shared/media/media-preview.tsx'
import { useObjectUrl } from '#shared/media/use-object-url.ts'
import { toast } from '#shared/toast/toast.ts'
import { Button } from '#shared/ui/button.tsx'
import { Card, CardBody, CardHeader } from '#shared/ui/card.tsx'
import { Field } from '#shared/ui/field.tsx'
import { FileDrop } from '#shared/ui/file-drop.tsx'
import { FileRow } from '#shared/ui/file-row.tsx'
import { UploadProgress } from '#shared/ui/progress.tsx'

/** SPEC §2 Media, 'Upload New Media'. */
export function UploadCard() {
  const { t } = useTranslation()
  const [file, setFile] = useState<File | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const upload = useMediaUpload(() => setFile(null))
  const choose = (next: File) => {
    const reason = mediaFileProblem(next)
    setProblem(reason)
    setFile(reason ? null : next)
  }
  const submit = () => {
    if (file) upload.start(file)
    else setProblem((now) => now ?? 'Please select a file to upload.')
  }
  return (
    <Card className="mb-5">
      <CardHeader
        title={t('Upload New Media')}
        description={t('One image or video at a time, up to 10 MB.')}
      />
      <CardBody className="grid grid-cols-1 gap-4">
        <Field label={t('Image or video')} error={problem ? t(problem) : undefined}>
          {file ? (
            <FileRow
              picture={<ChosenPreview file={file} />}
              name={file.name}
              bytes={file.size}
              busy={upload.busy}
              onRemove={() => setFile(null)}
            />
          ) : (
            <FileDrop accept={MEDIA_ACCEPT} onFile={choose} className="min-h-32">
              <span>{t('Drop a file here, or choose one')}</span>
            </FileDrop>
          )}
        </Field>
        {upload.busy && <UploadProgress fraction={upload.fraction} label={t('Upload')} />}
        <Button
          variant="primary"
          className="justify-self-start max-sm:w-full"
          busy={upload.busy}
          busyText={t('Uploading...')}
          onClick={submit}
        >
          <Upload aria-hidden="true" />
          {t('Upload')}
        </Button>
      </CardBody>
    </Card>
  )
}

/** In a component of its own, for the address of its preview lives as long as it is shown. */
function ChosenPreview({ file }: { file: File }) {
  const src = useObjectUrl(file)
  return <MediaPreview src={src} type={file.type} alt="" className="h-16 w-24 rounded-[5px]" />
}

/** `fraction` goes from 0 to 1; the server checks the file after that. */
function useMediaUpload(onDone: () => void) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const [fraction, setFraction] = useState(0)
  const upload = useSingleMutation({
    mutationFn: (file: File) => {
      setFraction(0)
      return request(uploadMedia, { file }, { onUploadProgress: setFraction })
    },
    onSuccess: async (media) => {
      toast({ title: t('{name} uploaded.', { name: media.originalName }), tone: 'success' })
      onDone()
      await queryClient.invalidateQueries({ queryKey: keyOf(listMedia) })
    },
    onError: (error) => {
      const reason = messageOf(error, t('Error during file upload.'))
      toast({ title: t('Upload failed: {reason}', { reason }), tone: 'error' })
    },
  })
  return { start: upload.mutate, busy: upload.isPending, fraction }
}

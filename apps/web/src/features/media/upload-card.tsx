import { Upload } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { MEDIA_ACCEPT } from '#shared/media/media-file.ts'
import { MediaPreview } from '#shared/media/media-preview.tsx'
import { mediaFileProblem } from '#shared/media/media-problem.ts'
import { useObjectUrl } from '#shared/media/use-object-url.ts'
import { Button } from '#shared/ui/button.tsx'
import { Card, CardBody, CardHeader } from '#shared/ui/card.tsx'
import { Field } from '#shared/ui/field.tsx'
import { FileDrop } from '#shared/ui/file-drop.tsx'
import { FileRow } from '#shared/ui/file-row.tsx'
import { UploadProgress } from '#shared/ui/progress.tsx'
import { useMediaUpload } from './use-media-upload.ts'

interface Problem {
  /** Empty where it is obvious. */
  name: string
  text: string
}

/** Rows [2.media.upload], [2.media.progress] and [5.media.file]. */
export function UploadCard() {
  const { t } = useTranslation()
  const [files, setFiles] = useState<readonly File[]>([])
  const [problem, setProblem] = useState<Problem | null>(null)
  const remove = (file: File) => setFiles((now) => now.filter((each) => each !== file))
  const upload = useMediaUpload(remove)
  const choose = (chosen: readonly File[]) => {
    const judged = chosen.map((file) => ({ file, text: mediaFileProblem(file) }))
    const refused = judged.find(({ text }) => text !== null)
    setProblem(
      refused?.text
        ? { name: chosen.length > 1 ? refused.file.name : '', text: refused.text }
        : null,
    )
    const good = judged.filter(({ text }) => text === null).map(({ file }) => file)
    setFiles((now) => [...now, ...good])
  }
  const submit = () => {
    if (files.length > 0) upload.start(files)
    else setProblem((now) => now ?? { name: '', text: 'Please select a file to upload.' })
  }
  return (
    <Card className="mb-5">
      <CardHeader
        title={t('Upload New Media')}
        description={t(
          'Images, videos, sound, PDF and office documents, up to 10 MB each. Places and camera details are taken out of images and videos.',
        )}
      />
      <CardBody className="grid grid-cols-1 gap-4">
        <Field label={t('File')} error={problem ? sentence(problem, t) : undefined}>
          <FileDrop accept={MEDIA_ACCEPT} multiple compact disabled={upload.busy} onFiles={choose}>
            <span>{t('Drop files here, or choose them')}</span>
          </FileDrop>
        </Field>
        {files.length > 0 && (
          <ul className="grid max-h-72 gap-2 overflow-y-auto sm:grid-cols-2">
            {files.map((file) => (
              <li key={keyOf(file)} className="min-w-0">
                <FileRow
                  picture={<ChosenPreview file={file} />}
                  name={file.name}
                  bytes={file.size}
                  busy={upload.busy}
                  onRemove={() => remove(file)}
                />
              </li>
            ))}
          </ul>
        )}
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

function sentence({ name, text }: Problem, t: (key: string) => string): string {
  return name ? `${name}: ${t(text)}` : t(text)
}

const keys = new WeakMap<File, number>()
let lastKey = 0

/** A key per file, since files may have the same name and size. */
function keyOf(file: File): number {
  const known = keys.get(file)
  if (known !== undefined) return known
  lastKey += 1
  keys.set(file, lastKey)
  return lastKey
}

/** A separate component, because the address of its preview is valid while it is mounted. */
function ChosenPreview({ file }: { file: File }) {
  const src = useObjectUrl(file)
  return <MediaPreview src={src} type={file.type} alt="" className="h-12 w-16 rounded-[5px]" />
}

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

/** Why files were not taken; without names where it is obvious. */
interface Problem {
  names: readonly string[]
  text: string
}

/** Rows [2.media.upload], [2.media.progress] and [5.media.file]. */
export function UploadCard() {
  const { t } = useTranslation()
  const [files, setFiles] = useState<readonly File[]>([])
  const [problems, setProblems] = useState<readonly Problem[]>([])
  const remove = (file: File) => setFiles((now) => now.filter((each) => each !== file))
  const upload = useMediaUpload(remove)
  const choose = (chosen: readonly File[]) => {
    const { '': good = [], ...refused } = Object.groupBy(
      chosen,
      (file) => mediaFileProblem(file) ?? '',
    )
    setProblems(
      Object.entries(refused).map(([text, files = []]) => ({
        names: chosen.length > 1 ? files.map(({ name }) => name) : [],
        text,
      })),
    )
    setFiles((now) => [...now, ...good])
  }
  const submit = () => {
    if (files.length > 0) upload.start(files)
    else if (problems.length === 0) {
      setProblems([{ names: [], text: 'Please select a file to upload.' }])
    }
  }
  return (
    <Card className="mb-5">
      <CardHeader
        title={t('Upload New Media')}
        description={t(
          'Images, videos, audio, PDF and Office documents, up to 10 MB each. Location and camera data are removed from images and videos.',
        )}
      />
      <CardBody className="grid grid-cols-1 gap-4">
        <Field
          label={t('File')}
          error={problems.map((each) => sentence(each, t)).join(' ') || undefined}
        >
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
                  problem={upload.problems.get(file)}
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

function sentence({ names, text }: Problem, t: (key: string) => string): string {
  return names.length > 0 ? `${names.join(', ')}: ${t(text)}` : t(text)
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

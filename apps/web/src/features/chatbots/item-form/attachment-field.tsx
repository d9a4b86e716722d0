import { Paperclip } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { MEDIA_ACCEPT } from '#shared/media/media-file.ts'
import { MediaPreview } from '#shared/media/media-preview.tsx'
import { mediaFileProblem } from '#shared/media/media-problem.ts'
import { chosenMedia, type ShownMedia, storedMedia } from '#shared/media/shown-media.ts'
import { useObjectUrl } from '#shared/media/use-object-url.ts'
import { Field } from '#shared/ui/field.tsx'
import { FileDrop } from '#shared/ui/file-drop.tsx'
import { FileRow } from '#shared/ui/file-row.tsx'
import type { Attachment } from '../item-form-values.ts'

interface AttachmentFieldProps {
  attachment: Attachment
  onAttachment: (attachment: Attachment) => void
}

/** One file that can be chosen, replaced or removed. */
export function AttachmentField({ attachment, onAttachment }: AttachmentFieldProps) {
  const { t } = useTranslation()
  const [problem, setProblem] = useState<string | null>(null)
  const choose = (file: File) => {
    const reason = mediaFileProblem(file)
    setProblem(reason)
    if (!reason) onAttachment({ kind: 'upload', file })
  }
  const remove = () => {
    setProblem(null)
    onAttachment({ kind: 'none' })
  }
  return (
    <Field
      label={t('Media file')}
      optional
      error={problem ? t(problem) : undefined}
      hint={attachment.kind === 'none' ? undefined : t('Choosing another file replaces it.')}
    >
      <div className="grid grid-cols-1 gap-3">
        {attachment.kind !== 'none' && <AttachedFile attachment={attachment} onRemove={remove} />}
        <FileDrop accept={MEDIA_ACCEPT} onFiles={([file]) => file && choose(file)} icon={Paperclip}>
          <span>{t('Choose an image, video, audio file or document, up to 10 MB')}</span>
        </FileDrop>
      </div>
    </Field>
  )
}

function AttachedFile(props: {
  attachment: Exclude<Attachment, { kind: 'none' }>
  onRemove: () => void
}) {
  const { attachment, onRemove } = props
  const [shown] = useAttachedMedia(attachment)
  if (!shown) return null
  const size = attachment.kind === 'upload' ? attachment.file.size : attachment.file.fileSize
  return (
    <FileRow
      picture={
        <MediaPreview
          src={shown.src}
          type={shown.type}
          alt=""
          className="size-14 shrink-0 rounded-[6px]"
        />
      }
      name={shown.name}
      bytes={size}
      onRemove={onRemove}
    />
  )
}

/** The attached file for display; none or one. */
export function useAttachedMedia(attachment: Attachment): readonly ShownMedia[] {
  const src = useObjectUrl(attachment.kind === 'upload' ? attachment.file : null)
  if (attachment.kind === 'none') return []
  if (attachment.kind === 'kept') return [storedMedia(attachment.file)]
  return [chosenMedia(attachment.file, src)]
}

import { File as FileIcon, FileVideo, Mic, Music, X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#shared/i18n/format.ts'
import { uploadAddress } from '#shared/media/upload-address.ts'
import { useObjectUrl } from '#shared/media/use-object-url.ts'
import { Button } from '#shared/ui/button.tsx'
import { type Attachment, factsOf } from './attachment.ts'

interface AttachedFilesProps {
  attachments: readonly Attachment[]
  onRemove: (id: string) => void
}

/** The files of the next message, each with a button that takes it away. */
export function AttachedFiles({ attachments, onRemove }: AttachedFilesProps) {
  const { t } = useTranslation()
  const { fileSize } = useFormat()
  if (attachments.length === 0) return null
  return (
    <ul aria-label={t('Attached files')} className="max-h-32 divide-y overflow-y-auto border-b">
      {attachments.map((attachment) => {
        const { name, size } = factsOf(attachment)
        return (
          <li key={attachment.id} className="flex items-center gap-2.5 px-3 py-2 text-caption">
            <Preview attachment={attachment} />
            <span className="min-w-0 flex-1 truncate">
              {name} <span className="tnum text-muted-foreground">{fileSize(size)}</span>
            </span>
            <Button
              variant="ghost"
              size="icon-sm"
              className="size-6 pointer-coarse:size-10"
              aria-label={t('Remove {name}', { name })}
              onClick={() => onRemove(attachment.id)}
            >
              <X aria-hidden="true" />
            </Button>
          </li>
        )
      })}
    </ul>
  )
}

function Preview({ attachment }: { attachment: Attachment }) {
  const { kind } = factsOf(attachment)
  const own = useObjectUrl('file' in attachment && kind === 'image' ? attachment.file : null)
  const url = 'media' in attachment ? uploadAddress(attachment.media) : own
  if (kind === 'image' && url) {
    return <img src={url} alt="" className="h-8 w-12 shrink-0 rounded-[6px] object-cover" />
  }
  const isVoice = 'file' in attachment && attachment.isVoice
  const sound = isVoice ? Mic : Music
  const Icon = kind === 'video' ? FileVideo : kind === 'audio' ? sound : FileIcon
  return (
    <span className="grid h-8 w-12 shrink-0 place-items-center rounded-[6px] bg-muted text-muted-foreground">
      <Icon className="size-4" aria-hidden="true" />
    </span>
  )
}

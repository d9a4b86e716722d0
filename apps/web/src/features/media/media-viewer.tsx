import type { MediaFile } from '@kirim/contract/media'
import { Download } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#shared/i18n/format.ts'
import { mediaKindOf } from '#shared/media/media-file.ts'
import { MediaPreview } from '#shared/media/media-preview.tsx'
import { SoundPlayer } from '#shared/media/whole-media.tsx'
import { Button } from '#shared/ui/button.tsx'
import { Dialog } from '#shared/ui/dialog.tsx'
import { useMediaAddress } from './media-address.ts'

/** One stored file in its own size, videos with controls; closed when there is none. */
export function MediaViewer({ file, onClose }: { file: MediaFile | null; onClose: () => void }) {
  const { t } = useTranslation()
  const { fileSize } = useFormat()
  const addressOf = useMediaAddress()
  if (!file) return null
  const src = addressOf(file.filePath)
  const kind = mediaKindOf(file.fileType)
  return (
    <Dialog
      open
      onOpenChange={onClose}
      size="large"
      title={<span className="wrap-anywhere">{file.originalName}</span>}
      description={`${file.fileType}, ${fileSize(file.fileSize)}`}
      className="grid place-items-center"
    >
      {kind === 'audio' ? (
        <SoundPlayer src={src} name={file.originalName} />
      ) : kind === 'document' ? (
        <Button asChild>
          <a href={src} download={file.originalName}>
            <Download aria-hidden="true" />
            {t('Download')}
          </a>
        </Button>
      ) : kind === 'video' ? (
        // biome-ignore lint/a11y/useMediaCaption: people's own uploads carry no captions
        <video
          src={src}
          controls
          preload="metadata"
          aria-label={file.originalName}
          className="max-h-[60vh] w-full rounded-md bg-muted"
        />
      ) : (
        <MediaPreview
          src={src}
          type={file.fileType}
          alt={file.originalName}
          className="max-h-[60vh] min-h-40 w-full rounded-md [&_img]:max-h-[60vh] [&_img]:object-contain"
        />
      )}
    </Dialog>
  )
}

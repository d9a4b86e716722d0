import { messageMedia, type SandboxMessage } from '@kirim/contract/sandbox'
import { useQuery } from '@tanstack/react-query'
import { FileText, ImageOff } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { keyOf } from '#shared/api/query.ts'
import { requestBlob } from '#shared/api/request-blob.ts'
import { useObjectUrl } from '#shared/media/use-object-url.ts'
import { SoundPlayer, WholePicture } from '#shared/media/whole-media.tsx'
import type { ChatPlace } from './use-sandbox.ts'

interface MessageMediaProps {
  place: ChatPlace
  message: SandboxMessage
}

/** The image, video or file of a message, loaded as a blob because the request needs the token. */
export function MessageMedia({ place, message }: MessageMediaProps) {
  const { t } = useTranslation()
  const params = { ...place, messageId: message.id }
  const media = useQuery({
    queryKey: keyOf(messageMedia, { params }),
    queryFn: ({ signal }) => requestBlob(messageMedia, { params }, signal),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const url = useObjectUrl(media.data ?? null)
  if (media.isError) {
    return (
      <p className="flex h-24 items-center justify-center gap-2 bg-muted text-caption text-muted-foreground">
        <ImageOff className="size-4" aria-hidden="true" />
        {t('The file could not be loaded.')}
      </p>
    )
  }
  if (!url) return <div aria-busy="true" className="h-40 bg-muted" />
  if (message.kind === 'image') return <WholePicture src={url} alt={t('Image')} />
  if (message.kind === 'video') {
    return (
      // biome-ignore lint/a11y/useMediaCaption: videos of users have no captions.
      <video src={url} controls className="max-h-80 w-full bg-black" />
    )
  }
  if (message.kind === 'audio') return <SoundPlayer src={url} name={t('Audio')} />
  return (
    <a
      href={url}
      download={message.fileName ?? true}
      className="flex items-center gap-2.5 bg-muted px-3 py-3 font-medium text-foreground underline-offset-4 hover:underline"
    >
      <FileText className="size-5 shrink-0" aria-hidden="true" />
      <span className="min-w-0 wrap-anywhere">{message.fileName ?? t('Download the file')}</span>
    </a>
  )
}
